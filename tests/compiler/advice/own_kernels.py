"""Checks that the advisor has no remarks about the kernels of this project.

    own_kernels.py INGOTC PROJECT_FOLDER [OPTION…]      OPTIONs are given to ingotc

Exits with 1 if there is a remark that no comment `// ingot: keep` silences, or such a comment that silences no remark about any of
the kernel files. A comment in a header is needed if it silences a remark about one of the files that include it."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FOLDERS = ["samples", "warp", "compute/algorithms", "app_shell", "bench"]
EXCEPT = ["bench/advice"]  # its kernels are examples of what the advisor finds
FEWEST_FILES = 30


def kernel_files(project):
    found = []
    for folder in FOLDERS:
        for pattern in ("*.kernels.cpp", "*.metal"):
            found += (project / folder).rglob(pattern)
    return sorted(path for path in found if not any(path.is_relative_to(project / each) for each in EXCEPT))


def advice_about(ingotc, path, options):
    command = [ingotc, "--advise=error", "--advise-format=json", str(path), "--arch", "sm_80", *options]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if not run.stdout:
        sys.exit(f"{' '.join(command)}: {run.stderr}")
    answer = json.loads(run.stdout)
    if (run.returncode != 0) != bool(answer["remarks"]):
        sys.exit(f"{path}: exit status {run.returncode}: {run.stderr}")
    return answer


def main():
    ingotc, project, options = sys.argv[1], Path(sys.argv[2]).resolve(), sys.argv[3:]
    files = kernel_files(project)
    if len(files) < FEWEST_FILES:
        sys.exit(f"only {len(files)} kernel files were found in {project}")
    problems = set()
    comments = {}
    with ThreadPoolExecutor(2) as pool:
        for answer in pool.map(lambda path: advice_about(ingotc, path, options), files):
            for each in answer["remarks"]:
                problems.add(f"{each['file']}:{each['line']}:{each['column']}: {each['message']} [{each['rule']}]")
            for each in answer["keep_comments"]:
                place = (str(Path(each["file"]).resolve()), each["line"])
                comments[place] = comments.get(place, False) or each["is_used"]
    for (file, line), is_used in comments.items():
        if not is_used:
            problems.add(f"{file}:{line}: 'ingot: keep' silences no remark")
    if not any(comments.values()):
        problems.add("no comment silences a remark: are the comments read?")
    for each in sorted(problems):
        print(each)
    print(f"{len(files)} kernel files, {sum(comments.values())} comments that keep code as it is")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
