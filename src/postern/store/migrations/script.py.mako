"""${message}"""

import sqlalchemy as sa
from alembic import op

from postern.store.types import Moment, Packed, Sealed

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the change."""
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    """Takes the change back."""
    ${downgrades if downgrades else "pass"}
