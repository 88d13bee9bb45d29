"""Runs kernels of other projects by `ingot metal run` and compares the results with references that are computed here.

    foreign_kernels.py INGOT FOLDER [--include PROJECT=FOLDER] [--backend opencl] [-o TABLE.md]

FOLDER has a folder for each project, as for foreign_files.py. The script knows the names and the arguments of the kernels; a
kernel whose file is not there is left out, and the table says so. The exit status is 1 if a kernel fails or a result is wrong."""

import argparse
import hashlib
import math
import random
import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

CODES = {"f32": "f", "f16": "e", "i8": "b", "i16": "h", "i32": "i", "i64": "q", "u8": "B", "u16": "H", "u32": "I", "u64": "Q"}


def pack(kind, *values):
    return struct.pack(f"<{len(values)}{CODES[kind]}", *values)


def unpack(kind, data):
    return list(struct.unpack(f"<{len(data) // struct.calcsize(CODES[kind])}{CODES[kind]}", data))


def rounded(value):
    """Returns the float that is nearest to a number."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


class Case:
    """A launch of a kernel, and the contents that its buffers must have afterwards."""

    def __init__(self, project, file, kernel, grid, buffers, expected, group=None, constants=(), threadgroup=(), tolerance=0.0):
        self.project, self.file, self.kernel, self.grid, self.group = project, file, kernel, grid, group
        self.buffers, self.expected = buffers, expected  # by the indices; expected: (type, values)
        self.constants, self.threadgroup, self.tolerance = constants, threadgroup, tolerance


def numbers(count, low=0, high=1000):
    return [RANDOM.randint(low, high) for _ in range(count)]


def floats(count, low=-4.0, high=4.0):
    return [rounded(RANDOM.uniform(low, high)) for _ in range(count)]


RANDOM = random.Random(20)


def keccak256(message):
    """The hash that Ethereum uses: SHA-3 with the padding of the original proposal."""
    rotations, x, y = {(0, 0): 0}, 1, 0
    for i in range(24):
        rotations[(x, y)] = (i + 1) * (i + 2) // 2 % 64
        x, y = y, (2 * x + 3 * y) % 5
    constants, shift = [], 1
    for _ in range(24):
        value = 0
        for j in range(7):
            if shift & 1:
                value |= 1 << ((1 << j) - 1)
            shift = (shift << 1) ^ (0x171 if shift & 0x80 else 0)
        constants.append(value)

    def turned(value, by):
        return (value << by | value >> (64 - by)) & (1 << 64) - 1

    rate = 136
    padded = bytearray(message) + b"\x01"
    padded += bytes(-len(padded) % rate)
    padded[-1] |= 0x80
    state = [[0] * 5 for _ in range(5)]
    for begin in range(0, len(padded), rate):
        for i, word in enumerate(unpack("u64", bytes(padded[begin:begin + rate]))):
            state[i % 5][i // 5] ^= word
        for constant in constants:
            parity = [a[0] ^ a[1] ^ a[2] ^ a[3] ^ a[4] for a in state]
            mixed = [parity[(i + 4) % 5] ^ turned(parity[(i + 1) % 5], 1) for i in range(5)]
            state = [[state[i][j] ^ mixed[i] for j in range(5)] for i in range(5)]
            moved = [[0] * 5 for _ in range(5)]
            for i in range(5):
                for j in range(5):
                    moved[j][(2 * i + 3 * j) % 5] = turned(state[i][j], rotations[(i, j)])
            state = [[moved[i][j] ^ (~moved[(i + 1) % 5][j] & moved[(i + 2) % 5][j]) for j in range(5)] for i in range(5)]
            state[0][0] ^= constant
    return b"".join(pack("u64", state[i][0]) for i in range(4))


def numerical_cases():
    project = "apple-numerical-computing"
    data = numbers(500, -10**9, 10**9)
    yield Case(project, "memcpy.metal", "my_memcpy", "512", {0: pack("i32", *data), 1: bytes(2000), 2: pack("u32", 500)},
               {1: ("i32", data)})
    x, y, a = floats(300), floats(300), 1.25
    yield Case(project, "saxpy.metal", "saxpy", "64", {0: pack("f32", *x), 1: pack("f32", *y), 2: pack("f32", a), 3: pack("u32", 300)},
               {1: ("f32", [p * a + q for p, q in zip(x, y)])}, tolerance=1e-6)
    # The last step of a sort: pairs at a distance of 8 in blocks of 16, upwards and downwards in turn.
    data = numbers(64, -99, 99)
    sorted_pairs = list(data)
    for block in range(0, 64, 16):
        for i in range(block, block + 8):
            pair = sorted(sorted_pairs[i::8][:2], reverse=block // 16 % 2 == 1)
            sorted_pairs[i], sorted_pairs[i + 8] = pair
    yield Case(project, "bitonic_sort.metal", "bitonic_sort_one_swap_span_int", "32",
               {0: pack("i32", *data), 1: pack("u32", 64, 8, 16)}, {0: ("i32", sorted_pairs)})


def candle_cases():
    project = "candle"
    x, y = floats(100), floats(100)
    for name, function in (("badd", lambda p, q: p + q), ("bmul", lambda p, q: p * q), ("bmaximum", max), ("bdiv", lambda p, q: p / q)):
        yield Case(project, "binary.metal", f"{name}_f32", "50",
                   {0: pack("u64", 100), 1: pack("f32", *x), 2: pack("f32", *y), 3: bytes(400)},
                   {3: ("f32", [function(p, q) for p, q in zip(x, y)])}, tolerance=1e-6)
    a, b = numbers(64, 0, 255), numbers(64, 0, 255)
    yield Case(project, "binary.metal", "badd_u8", "8", {0: pack("u64", 64), 1: bytes(a), 2: bytes(b), 3: bytes(64)},
               {3: ("u8", [(p + q) % 256 for p, q in zip(a, b)])})
    yield Case(project, "affine.metal", "affine_f32", "50",
               {0: pack("u64", 100), 1: pack("f32", 1.5), 2: pack("f32", -2), 3: pack("f32", *x), 4: bytes(400)},
               {4: ("f32", [1.5 * p - 2 for p in x])}, tolerance=1e-6)
    yield Case(project, "fill.metal", "fill_i64", "64", {0: bytes(400), 1: pack("i64", -(2**40) - 7), 2: pack("u64", 50)},
               {0: ("i64", [-(2**40) - 7] * 50)})
    for name, function in (("sqr", lambda v: v * v), ("neg", lambda v: -v), ("relu", lambda v: max(v, 0.0)), ("sin", math.sin),
                           ("tanh", math.tanh), ("silu", lambda v: v / (1 + math.exp(-v)))):
        yield Case(project, "unary.metal", f"{name}_f32", "50", {0: pack("u64", 100), 1: pack("f32", *x), 2: bytes(400)},
                   {2: ("f32", [function(v) for v in x])}, tolerance=2e-6)
    ids = numbers(64, 0, 1)
    t, f = numbers(64, 0, 2**32 - 1), numbers(64, 0, 2**32 - 1)
    size = pack("u64", 64)
    yield Case(project, "ternary.metal", "where_u8_u32", "32",
               {0: size, 1: pack("u64", 1), 2: size, 3: pack("u64", 1), 4: pack("u64", 1), 5: pack("u64", 1), 6: bytes(ids),
                7: pack("u32", *t), 8: pack("u32", *f), 9: bytes(256)},
               {9: ("u32", [p if i else q for i, p, q in zip(ids, t, f)])},
               constants=("IDS_CONTIGUOUS=u8:1", "T_CONTIGUOUS=u8:0", "F_CONTIGUOUS=u8:1"))


def mistral_cases():
    for kind, name, high in (("u32", "uint32_t", 2**32 - 1), ("i64", "int64_t", 2**62)):
        for operation, function in (("and", lambda p, q: p & q), ("or", lambda p, q: p | q), ("xor", lambda p, q: p ^ q)):
            a, b = numbers(100, 0, high), numbers(100, 0, high)
            yield Case("mistral.rs", "bitwise.metal", f"bitwise_{operation}_{name}", "128",
                       {0: pack(kind, *a), 1: pack(kind, *b), 2: bytes(len(pack(kind, *a))), 3: pack("u32", 100)},
                       {2: (kind, [function(p, q) for p, q in zip(a, b)])})


def threefry(key, count):
    """Threefry-2x32 with 20 rounds, as in Random123."""
    word = (1 << 32) - 1
    keys = [key[0], key[1], key[0] ^ key[1] ^ 0x1BD11BDA]
    a, b = (count[0] + keys[0]) & word, (count[1] + keys[1]) & word
    for i in range(5):
        for by in ((13, 15, 26, 6), (17, 29, 16, 24))[i % 2]:
            a = (a + b) & word
            b = (b << by | b >> (32 - by)) & word
            b ^= a
        a = (a + keys[(i + 1) % 3]) & word
        b = (b + keys[(i + 2) % 3] + i + 1) & word
    return a, b


def mlx_cases():
    for kind, name, start, step in (("i32", "int32", -7, 3), ("u8", "uint8", 250, 1), ("f32", "float32", 0.5, 0.25), ("f16", "float16", 1, 0.5)):
        values = [start + i * step for i in range(32)]
        yield Case("mlx", "arange.metal", f"arange{name}", "32",
                   {0: pack(kind, start), 1: pack(kind, step), 2: bytes(len(pack(kind, *values[:1])) * 32)},
                   {2: (kind, [v % 256 for v in values] if kind == "u8" else values)})
    # Random bits: each key gives 32 bytes, of four counters with two words each.
    keys = numbers(6, 0, 2**32 - 1)
    expected = []
    for i in range(3):
        words = [threefry(keys[2 * i:2 * i + 2], (j, j + 4)) for j in range(4)]
        expected += [pair[0] for pair in words] + [pair[1] for pair in words]
    yield Case("mlx", "random.metal", "rbitsc", "3,4", {0: pack("u32", *keys), 1: bytes(96), 2: pack("u8", 0), 3: pack("u64", 32)},
               {1: ("u32", expected)})


def zkmetal_cases():
    project = "zkmetal"
    messages = [RANDOM.randbytes(64) for _ in range(7)]
    for file, kernel, function in (("sha256.metal", "sha256_hash_batch", lambda m: hashlib.sha256(m).digest()),
                                   ("keccak256.metal", "keccak256_hash_64", keccak256)):
        yield Case(project, file, kernel, "8", {0: b"".join(messages), 1: bytes(7 * 32), 2: pack("u32", 7)},
                   {1: ("u8", list(b"".join(function(m) for m in messages)))})
    # Products in the field of 65536 elements by tables of logarithms.
    powers, value = [], 1
    for _ in range(65535):
        powers.append(value)
        value <<= 1
        if value >> 16:
            value ^= 0x1100B
    logarithms = [0] * 65536
    for i, each in enumerate(powers):
        logarithms[each] = i

    def product(p, q):
        return 0 if p == 0 or q == 0 else powers[(logarithms[p] + logarithms[q]) % 65535]

    a, b = numbers(99, 0, 65535) + [0], numbers(100, 0, 65535)
    tables = {3: pack("u16", *logarithms), 4: pack("u16", *powers, 0)}
    yield Case(project, "reed_solomon.metal", "gf16_batch_mul", "100", {0: pack("u16", *a), 1: pack("u16", *b), 2: bytes(200), **tables},
               {2: ("u16", [product(p, q) for p, q in zip(a, b)])})
    data, generator = numbers(10, 0, 65535), numbers(60, 0, 65535)
    parity = []
    for row in range(6):
        total = 0
        for j in range(10):
            total ^= product(generator[row * 10 + j], data[j])
        parity.append(total)
    yield Case(project, "reed_solomon.metal", "rs_encode_systematic", "6",
               {0: pack("u16", *data), 1: bytes(12), 2: pack("u16", *generator), **tables, 5: pack("u32", 10)}, {1: ("u16", parity)})
    # A transposition through memory of the threadgroup.
    matrix = numbers(64 * 32, 0, 2**32 - 1)
    yield Case(project, "matrix_transpose.metal", "matrix_transpose_u32", "32,64",
               {0: pack("u32", *matrix), 1: bytes(4 * 64 * 32), 2: pack("u32", 64, 32)},
               {1: ("u32", [matrix[row * 32 + column] for column in range(32) for row in range(64)])}, group="TILE,TILE")
    a, b = numbers(256, 0, 3328), numbers(256, 0, 3328)
    for operation, function in (("add", lambda p, q: (p + q) % 3329), ("sub", lambda p, q: (p - q) % 3329)):
        yield Case(project, "lattice_ops.metal", f"kyber_poly_{operation}", "256",
                   {0: pack("u16", *a), 1: pack("u16", *b), 2: bytes(512), 3: pack("u32", 256)},
                   {2: ("u16", [function(p, q) for p, q in zip(a, b)])})
    data = numbers(200, 0, 10**6)
    sums, blocks = [], []
    for begin in range(0, 256, 128):
        total = 0
        for each in data[begin:begin + 128]:
            total += each
            sums.append(total)
        blocks.append(total)
    yield Case(project, "prefix_scan.metal", "inclusive_scan_u32", "128",
               {0: pack("u32", *data), 1: bytes(800), 2: bytes(8), 3: pack("u32", 200)}, {1: ("u32", sums), 2: ("u32", blocks)}, group="64")
    a, b = numbers(64, 0, 2**32 - 1), numbers(64, 0, 2**32 - 1)
    yield Case(project, "binary_tower.metal", "bt_batch_add", "64", {0: pack("u32", *a), 1: pack("u32", *b), 2: bytes(256)},
               {2: ("u32", [p ^ q for p, q in zip(a, b)])})
    # Sums modulo the order of the scalar field of BN254, of eight words each.
    order = 21888242871839275222246405745257275088548364400416034343698204186575808495617
    a, b = [RANDOM.randrange(order) for _ in range(20)], [RANDOM.randrange(order) for _ in range(20)]

    def words(values):
        return [each >> 32 * i & (2**32 - 1) for each in values for i in range(8)]

    for operation, function in (("add", lambda p, q: (p + q) % order), ("sub", lambda p, q: (p - q) % order),
                                ("hadamard", lambda p, q: p * q * pow(2**256, -1, order) % order)):
        yield Case(project, "poly_ops.metal", f"poly_{operation}", "20",
                   {0: pack("u32", *words(a)), 1: pack("u32", *words(b)), 2: bytes(640), 3: pack("u32", 20)},
                   {2: ("u32", words([function(p, q) for p, q in zip(a, b)]))})


def tinychat_cases():
    m, n, k = 5, 6, 7
    a, b = floats(m * k), floats(k * n)
    product = [sum(a[i * k + x] * b[j * k + x] for x in range(k)) for i in range(m) for j in range(n)]
    yield Case("tinychatengine", "op.metal", "matmul", "6,5",
               {0: pack("f32", *a), 1: pack("f32", *b), 2: bytes(4 * m * n), 3: pack("u32", m, n, k, 0)}, {2: ("f32", product)}, tolerance=1e-4)


def found_file(case, root):
    files = sorted(each for each in (root / case.project).rglob("*.metal") if str(each).endswith("/" + case.file))
    return files[0] if files else None


def differs(case, index, data):
    """Returns the first difference to what is expected, or nothing."""
    kind, expected = case.expected[index]
    found = unpack(kind, data)[:len(expected)]
    for i, (is_now, should_be) in enumerate(zip(found, expected)):
        if not abs(is_now - should_be) <= case.tolerance * (1 + abs(should_be)):
            return f"buffer {index}, element {i}: {is_now} instead of {should_be}"
    return None if len(found) == len(expected) else f"buffer {index} is too short"


def run(case, file, arguments, folders):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        command = [arguments.ingot, "metal", "run", str(file), "--kernel", case.kernel, "--grid", case.grid, "--backend", arguments.backend]
        for each in folders:
            command += ["-I", str(each)]
        if case.group:
            tile = re.search(r"#define\s+TILE_DIM\s+(\d+)", file.read_text())
            command += ["--group", case.group.replace("TILE", tile[1] if tile else "16")]
        for index, data in case.buffers.items():
            path = folder / f"in{index}.bin"
            path.write_bytes(data)
            command += ["--buffer", f"{index}={path}"]
        for each in case.constants:
            command += ["--function-constant", each]
        for each in case.threadgroup:
            command += ["--threadgroup", each]
        for index in case.expected:
            command += ["--output", f"{index}={folder / f'out{index}.bin'}"]
        result = subprocess.run(command, capture_output=True, text=True, errors="replace")
        if result.returncode != 0:
            return "failed: " + next((line for line in (result.stderr + result.stdout).splitlines() if line.strip()), "no message")
        for index in case.expected:
            if problem := differs(case, index, (folder / f"out{index}.bin").read_bytes()):
                return "wrong: " + problem
    return "equal" if case.tolerance == 0 else f"equal within {case.tolerance:g}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ingot")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--include", action="append", default=[], metavar="PROJECT=FOLDER")
    parser.add_argument("--backend", default="opencl")
    parser.add_argument("--kernel", default="", help="only kernels whose names contain this text")
    parser.add_argument("-o", type=Path, default=None, metavar="TABLE.md")
    arguments = parser.parse_args()
    lines, is_good = ["| project | file | kernel | result |", "| --- | --- | --- | --- |"], True
    counts = {"equal": 0, "wrong or failed": 0, "not there": 0}
    for cases in (numerical_cases, candle_cases, mistral_cases, mlx_cases, tinychat_cases, zkmetal_cases):
        for case in cases():
            if arguments.kernel not in case.kernel:
                continue
            file = found_file(case, arguments.folder)
            root = arguments.folder / case.project
            folders = [root] + [root / each.split("=", 1)[1] for each in arguments.include if each.split("=", 1)[0] == case.project]
            result = run(case, file, arguments, folders) if file else "not there"
            counts["equal" if result.startswith("equal") else result if result == "not there" else "wrong or failed"] += 1
            is_good = is_good and not result.startswith(("failed", "wrong"))
            lines.append(f"| {case.project} | {case.file} | `{case.kernel}` | {result.replace('|', '/')} |")
            print(lines[-1], flush=True)
    lines += ["", ", ".join(f"{number} {name}" for name, number in counts.items())]
    print(lines[-1])
    if arguments.o:
        arguments.o.write_text("\n".join(lines) + "\n")
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
