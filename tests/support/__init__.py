"""What the tests share: the referee for Discord's API, a simulated Discord with people in it, the watch on the logs."""
