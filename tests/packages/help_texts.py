"""Runs every command of both programs with --help and parses the texts."""

import os
import re
import subprocess


def run(program, *arguments):
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout


def commands(folder):
    """Yields the arguments of each command line that has its own help text, starting with the program's name."""
    ingot = os.path.join(folder, "ingot")
    named = re.findall(r"^       ingot ([a-z]+) ", run(ingot, "--help"), re.MULTILINE)
    assert {"run", "samples", "devices", "bench", "compare", "regress", "gallery", "tune", "metal"} <= set(named), named
    inner = re.findall(r" ingot metal ([a-z]+) ", run(ingot, "metal", "--help"))
    assert set(inner) == {"check", "run"}, inner
    samples = [line.split()[0] for line in run(ingot, "samples").splitlines() if line.strip()]
    assert "nbody" in samples, samples
    yield from (["ingot"], ["ingotc"], ["ingotc", "inspect"])
    yield from (["ingot", each] for each in named)
    yield from (["ingot", "metal", each] for each in inner)
    yield from (["ingot", "run", each] for each in samples)


def help_of(folder, command):
    return run(os.path.join(folder, command[0]), *command[1:], "--help")


def options_in(text):
    """Returns all names of all options in a help text."""
    found = re.findall(r"^  (-\S+)", text, re.MULTILINE)
    assert found, text
    return {name for each in found for name in each.split(",") if name.startswith("-")}
