"""Requests about stored data: export and erasure. Also retention."""
