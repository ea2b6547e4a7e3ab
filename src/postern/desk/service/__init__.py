"""The daemon: its tasks, heartbeat, health and metrics; backups and restores."""
