"""What people see: pictures, messages and buttons, drawn from views and never from a full state."""
