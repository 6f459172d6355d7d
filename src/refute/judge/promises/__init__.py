"""What code promises in so many words: invariants, contracts, specifications, properties over time; and who broke them.
How promises are found in the source belongs in `discover/`."""
