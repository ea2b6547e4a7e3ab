"""A turn names the version of the rules that ran it"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the change."""
    with op.batch_alter_table("turn_record") as table:
        table.add_column(sa.Column("rules", sa.String(), nullable=False, server_default=""))


def downgrade() -> None:
    """Takes the change back."""
    with op.batch_alter_table("turn_record") as table:
        table.drop_column("rules")
