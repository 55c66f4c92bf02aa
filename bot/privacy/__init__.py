"""What people may ask of what is stored about them: to have it, and to be erased. And how long it is kept."""
