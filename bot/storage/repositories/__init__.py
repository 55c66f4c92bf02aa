"""The repositories. Each module reads and writes one subject of the database, such as ratings or reminders."""
