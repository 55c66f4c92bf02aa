"""What the tests share: a referee for Discord's API, a simulated Discord with people, a watch on the logs."""
