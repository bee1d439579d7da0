"""The peak memory of one evaluation in MB: ``peak_memory.py JOBS PROFILE MEASURES JUDGMENTS RUN...``."""

from __future__ import annotations

import resource
import sys
from pathlib import Path

from peers import evaluate_with_axiometer

BYTES_PER_UNIT = 1 if sys.platform == "darwin" else 1024

if __name__ == "__main__":
    jobs, profile, measures, judgments, *runs = sys.argv[1:]
    evaluate_with_axiometer(
        Path(judgments), [Path(run) for run in runs], measures.split(), profile=profile, jobs=int(jobs)
    )
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * BYTES_PER_UNIT / 1e6)
