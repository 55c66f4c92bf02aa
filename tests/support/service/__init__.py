"""A stand-in for systemd, for the commands of docs/running.md."""
