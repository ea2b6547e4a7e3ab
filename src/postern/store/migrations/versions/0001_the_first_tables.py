"""The first tables"""

import sqlalchemy as sa
from alembic import op

from postern.store.types import Moment, Packed, Sealed

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the change."""
    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("ruleset", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("practice", sa.Boolean(), nullable=False),
        sa.Column("config", sa.JSON(), nullable=False),
        sa.Column("seed", sa.String(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("deadline", Moment(), nullable=True),
        sa.Column("opened_at", Moment(), nullable=True),
        sa.Column("reminded_at", Moment(), nullable=True),
        sa.Column("late_turn", sa.Integer(), nullable=False),
        sa.Column("early_at", Moment(), nullable=True),
        sa.Column("runner", sa.String(), nullable=False),
        sa.Column("runner_until", Moment(), nullable=True),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("starts_at", Moment(), nullable=True),
        sa.Column("started_at", Moment(), nullable=True),
        sa.Column("finished_at", Moment(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_game_state", "game", ["state"], unique=False)
    op.create_table(
        "game_master",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("games", sa.JSON(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("address"),
    )
    op.create_table(
        "sealed_by",
        sa.Column("fingerprint", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("fingerprint"),
    )
    op.create_table(
        "greeting",
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("last_at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("address"),
    )
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("former", sa.JSON(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("address"),
    )
    op.create_table(
        "journal",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("actor", sa.String(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("action", sa.String(), nullable=False),
        sa.Column("detail", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_journal_game_id", "journal", ["game_id"], unique=False)
    op.create_table(
        "seat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("computer", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("wishes", sa.JSON(), nullable=False),
        sa.Column("ready_turn", sa.Integer(), nullable=False),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.Column("late_turn", sa.Integer(), nullable=False),
        sa.Column("joined_at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["player.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("game_id", "name"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_seat_game_id", "seat", ["game_id"], unique=False)
    op.create_index("ix_seat_player_id", "seat", ["player_id"], unique=False)
    op.create_table(
        "absence",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("first", sa.Date(), nullable=False),
        sa.Column("last", sa.Date(), nullable=False),
        sa.Column("moved", sa.Boolean(), nullable=False),
        sa.Column("cancelled", sa.Boolean(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(
            ["seat_id"],
            ["seat.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_absence_seat_id", "absence", ["seat_id"], unique=False)
    op.create_table(
        "turn_record",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("void", sa.Boolean(), nullable=False),
        sa.Column("seed", sa.String(), nullable=False),
        sa.Column("sheets", Packed(), nullable=False),
        sa.Column("world_sha256", sa.String(), nullable=False),
        sa.Column("ran_at", Moment(), nullable=False),
        sa.Column("next_deadline", Moment(), nullable=True),
        sa.Column("finished", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("game_id", "turn", "attempt"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_turn_record_game_id", "turn_record", ["game_id"], unique=False)
    op.create_table(
        "attendance",
        sa.Column("turn_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["player.id"],
        ),
        sa.ForeignKeyConstraint(
            ["seat_id"],
            ["seat.id"],
        ),
        sa.ForeignKeyConstraint(
            ["turn_id"],
            ["turn_record.id"],
        ),
        sa.PrimaryKeyConstraint("turn_id", "seat_id"),
    )
    op.create_index("ix_attendance_player_id", "attendance", ["player_id"], unique=False)
    op.create_table(
        "standby",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("created_at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["player.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_standby_game_id", "standby", ["game_id"], unique=False)
    op.create_index("ix_standby_player_id", "standby", ["player_id"], unique=False)
    op.create_table(
        "observer",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["player.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_observer_game_id", "observer", ["game_id"], unique=False)
    op.create_index("ix_observer_player_id", "observer", ["player_id"], unique=False)
    op.create_table(
        "public_report",
        sa.Column("turn_id", sa.Integer(), nullable=False),
        sa.Column("data", Packed(), nullable=False),
        sa.ForeignKeyConstraint(
            ["turn_id"],
            ["turn_record.id"],
        ),
        sa.PrimaryKeyConstraint("turn_id"),
    )
    op.create_table(
        "world_state",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("data", Packed(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.PrimaryKeyConstraint("game_id", "turn"),
    )
    op.create_table(
        "inbox_letter",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("source_key", sa.String(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("complete", sa.Boolean(), nullable=False),
        sa.Column("arrived_at", Moment(), nullable=False),
        sa.Column("stored_at", Moment(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=True),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("handled_at", Moment(), nullable=True),
        sa.Column("raw", Sealed(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["player.id"],
        ),
        sa.ForeignKeyConstraint(
            ["seat_id"],
            ["seat.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("sha256"),
        sa.UniqueConstraint("source_key"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_inbox_letter_state", "inbox_letter", ["state"], unique=False)
    op.create_table(
        "outbox_letter",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("dedupe_key", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("recipient", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("priority", sa.Integer(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_try", Moment(), nullable=False),
        sa.Column("last_error", sa.String(), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("owner_until", Moment(), nullable=True),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("seat_id", sa.Integer(), nullable=True),
        sa.Column("turn", sa.Integer(), nullable=True),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("sent_at", Moment(), nullable=True),
        sa.Column("draft", Sealed(), nullable=True),
        sa.Column("raw", Sealed(), nullable=True),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.ForeignKeyConstraint(
            ["seat_id"],
            ["seat.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("dedupe_key"),
        sa.UniqueConstraint("message_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_outbox_due", "outbox_letter", ["state", "next_try", "priority"], unique=False)
    op.create_index("ix_outbox_letter_game_id", "outbox_letter", ["game_id"], unique=False)
    op.create_index("ix_outbox_recipient", "outbox_letter", ["recipient", "created_at"], unique=False)
    op.create_index("ix_outbox_seat", "outbox_letter", ["seat_id", "state"], unique=False)
    op.create_index("ix_outbox_sent", "outbox_letter", ["sent_at"], unique=False)
    op.create_table(
        "press",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("recipients", sa.JSON(), nullable=False),
        sa.Column("anonymous", sa.Boolean(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("delivered_at", Moment(), nullable=True),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.ForeignKeyConstraint(
            ["seat_id"],
            ["seat.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_press_game_id", "press", ["game_id"], unique=False)
    op.create_table(
        "press_copy",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("press_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("veiled", sa.Boolean(), nullable=False),
        sa.Column("muted", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["press_id"], ["press.id"]),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"]),
        sa.PrimaryKeyConstraint("id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_press_copy_press_id", "press_copy", ["press_id"], unique=False)
    op.create_index("ix_press_copy_seat_id", "press_copy", ["seat_id"], unique=False)
    op.create_table(
        "press_wall",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("other_id", sa.Integer(), nullable=True),
        sa.Column("blocks", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"]),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"]),
        sa.ForeignKeyConstraint(["other_id"], ["seat.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_press_wall_seat_id", "press_wall", ["seat_id"], unique=False)
    op.create_table(
        "seat_orders",
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("updated_at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(
            ["seat_id"],
            ["seat.id"],
        ),
        sa.PrimaryKeyConstraint("seat_id", "turn"),
    )
    op.create_table(
        "seat_report",
        sa.Column("turn_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("data", Packed(), nullable=False),
        sa.ForeignKeyConstraint(
            ["seat_id"],
            ["seat.id"],
        ),
        sa.ForeignKeyConstraint(
            ["turn_id"],
            ["turn_record.id"],
        ),
        sa.PrimaryKeyConstraint("turn_id", "seat_id"),
    )
    op.create_table(
        "credential",
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("data", sa.String(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("failed_since", Moment(), nullable=True),
        sa.ForeignKeyConstraint(
            ["seat_id"],
            ["seat.id"],
        ),
        sa.PrimaryKeyConstraint("seat_id", "kind"),
    )
    op.create_table(
        "used_proof",
        sa.Column("proof", sa.String(), nullable=False),
        sa.Column("inbox_id", sa.Integer(), nullable=False),
        sa.Column("used_at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(
            ["inbox_id"],
            ["inbox_letter.id"],
        ),
        sa.PrimaryKeyConstraint("proof"),
    )
    op.create_index("ix_used_proof_used_at", "used_proof", ["used_at"], unique=False)
    op.create_table(
        "held",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("seat_id", sa.Integer(), nullable=True),
        sa.Column("inbox_id", sa.Integer(), nullable=True),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
        ),
        sa.ForeignKeyConstraint(
            ["inbox_id"],
            ["inbox_letter.id"],
        ),
        sa.ForeignKeyConstraint(
            ["seat_id"],
            ["seat.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_held_address", "held", ["address"], unique=False)
    op.create_table(
        "brake",
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("on", sa.Boolean(), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("since", Moment(), nullable=False),
        sa.Column("until", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("address"),
    )
    op.create_index("ix_brake_on", "brake", ["on"], unique=False)
    op.create_table(
        "trouble",
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("hard", sa.Integer(), nullable=False),
        sa.Column("first_at", Moment(), nullable=False),
        sa.Column("last_at", Moment(), nullable=False),
        sa.Column("last_error", sa.String(), nullable=False),
        sa.Column("paused_at", Moment(), nullable=True),
        sa.Column("told_at", Moment(), nullable=True),
        sa.PrimaryKeyConstraint("address"),
    )

    op.create_table(
        "proposal",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("detail", sa.JSON(), nullable=False),
        sa.Column("opened_at", Moment(), nullable=False),
        sa.Column("closes_at", Moment(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("game_id", "number"),
    )
    op.create_index("ix_proposal_open", "proposal", ["state", "closes_at"], unique=False)
    op.create_table(
        "ballot",
        sa.Column("proposal_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("yes", sa.Boolean(), nullable=False),
        sa.Column("cast_at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["proposal_id"], ["proposal.id"]),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"]),
        sa.PrimaryKeyConstraint("proposal_id", "seat_id"),
    )


def downgrade() -> None:
    """Takes the change back."""
    op.drop_table("ballot")
    op.drop_index("ix_proposal_open", table_name="proposal")
    op.drop_table("proposal")
    op.drop_table("trouble")
    op.drop_index("ix_brake_on", table_name="brake")
    op.drop_table("brake")
    op.drop_index("ix_held_address", table_name="held")
    op.drop_table("held")
    op.drop_index("ix_used_proof_used_at", table_name="used_proof")
    op.drop_table("used_proof")
    op.drop_table("credential")
    op.drop_table("seat_report")
    op.drop_table("seat_orders")
    op.drop_index("ix_press_wall_seat_id", table_name="press_wall")
    op.drop_table("press_wall")
    op.drop_index("ix_press_copy_seat_id", table_name="press_copy")
    op.drop_index("ix_press_copy_press_id", table_name="press_copy")
    op.drop_table("press_copy")
    op.drop_index("ix_press_game_id", table_name="press")
    op.drop_table("press")
    op.drop_index("ix_outbox_sent", table_name="outbox_letter")
    op.drop_index("ix_outbox_seat", table_name="outbox_letter")
    op.drop_index("ix_outbox_recipient", table_name="outbox_letter")
    op.drop_index("ix_outbox_letter_game_id", table_name="outbox_letter")
    op.drop_index("ix_outbox_due", table_name="outbox_letter")
    op.drop_table("outbox_letter")
    op.drop_index("ix_inbox_letter_state", table_name="inbox_letter")
    op.drop_table("inbox_letter")
    op.drop_table("world_state")
    op.drop_table("public_report")
    op.drop_index("ix_observer_player_id", table_name="observer")
    op.drop_index("ix_observer_game_id", table_name="observer")
    op.drop_table("observer")
    op.drop_index("ix_standby_player_id", table_name="standby")
    op.drop_index("ix_standby_game_id", table_name="standby")
    op.drop_table("standby")
    op.drop_index("ix_attendance_player_id", table_name="attendance")
    op.drop_table("attendance")
    op.drop_index("ix_absence_seat_id", table_name="absence")
    op.drop_table("absence")
    op.drop_index("ix_turn_record_game_id", table_name="turn_record")
    op.drop_table("turn_record")
    op.drop_index("ix_seat_player_id", table_name="seat")
    op.drop_index("ix_seat_game_id", table_name="seat")
    op.drop_table("seat")
    op.drop_index("ix_journal_game_id", table_name="journal")
    op.drop_table("journal")
    op.drop_table("player")
    op.drop_table("greeting")
    op.drop_table("sealed_by")
    op.drop_table("game_master")
    op.drop_index("ix_game_state", table_name="game")
    op.drop_table("game")
