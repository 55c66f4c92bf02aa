"""Requests about stored data: export and erasure. And retention."""
