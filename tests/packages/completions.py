"""bash and zsh complete each option of every command, and the values that the programs know: completions.py PROGRAMS MAN COMPLETIONS"""

import shutil
import subprocess
import sys

from help_texts import commands, help_of, options_in

# What is typed, and some of what must be offered.
VALUES = [
    (["ingot", ""], {"run", "samples", "devices", "bench", "compare", "regress"}),
    (["ingot", "run", ""], {"nbody", "pathtracer", "blur", "warp"}),
    (["ingot", "compare", "n"], {"nbody"}),
    (["ingot", "run", "nbody", "--backend", ""], {"cuda", "opencl", "metal", "cpu-debug"}),
    (["ingot", "bench", "--backend", "cp"], {"cpu-debug"}),
    (["ingot", "run", "nbody", "--preset", ""], {"solar-system"}),
    (["ingot", "run", "nbody", "--setup", ""], {"galaxies", "plummer"}),
    (["ingot", "run", "blur", "--preset", "chart", "--labels", ""], {"on", "off"}),
    (["ingotc", ""], {"inspect"}),
]
FILES = [["ingot", "run", "nbody", "--screenshot", ""], ["ingotc", "-o", ""]]  # the shell's own


def offered(completions, words):
    """What bash's function puts into COMPREPLY for these words, the last of which is being typed."""
    script = """source "$1/ingot.bash"; shift
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _ingot_complete; printf '%s\\n' "${COMPREPLY[@]}" """
    said = subprocess.run(["bash", "-uc", script, "bash", completions, *words], check=True, capture_output=True, text=True)
    assert not said.stderr, said.stderr
    return set(said.stdout.split())


def main():
    programs, _, completions = sys.argv[1:]

    def complete(words):
        return offered(completions, [f"{programs}/{words[0]}", *words[1:]])

    for command in commands(programs):
        missing = options_in(help_of(programs, command)) - complete([*command, "-"])
        assert not missing, f"{' '.join(command)}: {missing} are not completed"
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
