"""Earlier orders of a turn are kept for UNDO, with the lines of its letters that gave no order"""

import sqlalchemy as sa
from alembic import op

from postern.store.types import Moment

revision = "0005"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the change."""
    op.create_table(
        "filed_orders",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("unread", sa.JSON(), nullable=False),
        sa.Column("undone", sa.Boolean(), nullable=False),
        sa.Column("filed_at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_filed_orders_seat", "filed_orders", ["seat_id", "turn", "id"])
    op.add_column("seat", sa.Column("ready_asked", sa.JSON(), nullable=False, server_default="[]"))
    op.add_column("turn_record", sa.Column("unread", sa.JSON(), nullable=False, server_default="{}"))


def downgrade() -> None:
    """Takes the change back."""
    op.drop_column("turn_record", "unread")
    op.drop_column("seat", "ready_asked")
    op.drop_index("ix_filed_orders_seat", table_name="filed_orders")
    op.drop_table("filed_orders")
