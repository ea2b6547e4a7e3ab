"""The daemon: its tasks, heartbeat, health and figures; backups and what is brought back from them."""
