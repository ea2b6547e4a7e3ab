"""What a running desk keeps beside its database: locks, leases, wake-up signals, counters."""
