"""Letters that came in keep when they say that they were written"""

import sqlalchemy as sa
from alembic import op

from postern.store.types import Moment

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the change."""
    op.add_column("inbox_letter", sa.Column("written_at", Moment(), nullable=True))


def downgrade() -> None:
    """Takes the change back."""
    op.drop_column("inbox_letter", "written_at")
