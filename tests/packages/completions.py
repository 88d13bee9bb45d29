"""Checks that bash completes each option of every command and the values of options, and that the scripts for bash and
zsh have valid syntax.

    completions.py PROGRAMS MAN COMPLETIONS"""

import shutil
import subprocess
import sys

from help_texts import commands, help_of, options_in

# Pairs of a typed command line and some of the completions that must be offered.
VALUES = [
    (["ingot", ""], {"run", "samples", "devices", "bench", "compare", "regress"}),
    (["ingot", "run", ""], {"nbody", "pathtracer", "fractal", "blur", "warp", "motion", "fluid", "smoke", "particles", "slime"}),
    (["ingot", "compare", "n"], {"nbody"}),
    (["ingot", "run", "nbody", "--backend", ""], {"cuda", "opencl", "metal", "cpu-native", "cpu-debug"}),
    (["ingot", "bench", "--backend", "cp"], {"cpu-native", "cpu-debug"}),
    (["ingot", "run", "nbody", "--preset", ""], {"solar-system"}),
    (["ingot", "run", "nbody", "--setup", ""], {"galaxies", "plummer"}),
    (["ingot", "run", "blur", "--preset", "chart", "--labels", ""], {"on", "off"}),
    (["ingot", "metal", ""], {"check", "run"}),
    (["ingotc", ""], {"inspect"}),
]
FILES = [["ingot", "run", "nbody", "--screenshot", ""], ["ingotc", "-o", ""]]  # bash itself completes file names


def offered(completions, words):
    """Returns the completions (COMPREPLY) that the bash function offers for the last of `words`."""
    script = """source "$1/ingot.bash"; shift
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _ingot_complete; printf '%s\\n' "${COMPREPLY[@]}" """
    completed = subprocess.run(["bash", "-uc", script, "bash", completions, *words], check=True, capture_output=True, text=True)
    assert not completed.stderr, completed.stderr
    return set(completed.stdout.split())


def main():
    programs, _, completions = sys.argv[1:]

    def complete(words):
        return offered(completions, [f"{programs}/{words[0]}", *words[1:]])

    for command in commands(programs):
        missing = options_in(help_of(programs, command)) - complete([*command, "-"])
        assert not missing, f"{' '.join(command)}: {missing} are missing in the completions"
    for words, wanted in VALUES:
        found = complete(words)
        assert wanted <= found, f"{words}: {found}, wanted {wanted}"
        assert all(each.startswith(words[-1]) for each in found), f"{words}: {found}"
    for words in FILES:
        assert not complete(words), f"{words}: {complete(words)}"
    for shell, file in (("bash", "ingot.bash"), ("zsh", "_ingot")):
        if shutil.which(shell):
            subprocess.run([shell, "-n", f"{completions}/{file}"], check=True)


main()
