"""Mining puzzles: positions of self-play (``generator``), judged (``judge``), named (``themes``), kept (``miner``)."""
