"""Letters that went out keep their lines, to be compared with what a reply quotes of them"""

import sqlalchemy as sa
from alembic import op

from postern.store.types import Sealed

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the change."""
    op.add_column("outbox_letter", sa.Column("bare", Sealed(), nullable=True))
    op.add_column("outbox_letter", sa.Column("opening", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    """Takes the change back."""
    op.drop_column("outbox_letter", "opening")
    op.drop_column("outbox_letter", "bare")
