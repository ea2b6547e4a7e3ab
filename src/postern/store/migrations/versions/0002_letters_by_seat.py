"""Letters of a seat are found without looking through all letters"""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the change."""
    op.create_index("ix_inbox_seat", "inbox_letter", ["seat_id", "id"])


def downgrade() -> None:
    """Takes the change back."""
    op.drop_index("ix_inbox_seat", table_name="inbox_letter")
