"""Compares the methods and numbers of the Metal backend with the metadata of PyPI's pyobjc-framework-Metal.

    metal_selectors.py LISTING SOURCES FOLDER

LISTING is the program metal_listing, which prints the types of the methods that the backend calls. SOURCES is the folder of the
backend. FOLDER is the unpacked package, or empty: then the package of this Python is used. Where there is none, the exit status is
77. To get the package on any system:

    pip download --no-deps --only-binary=:all: --platform macosx_11_0_universal2 --python-version 3.12 pyobjc-framework-Metal
"""

import importlib.util
import pathlib
import re
import subprocess
import sys

# The metadata has no methods whose types the system's own descriptions give completely: methods of Foundation, and of classes
# that Metal defines itself. Their declarations are those of Apple's headers: NSString.h, NSArray.h, NSError.h, NSObject.h,
# MTLTexture.h (MTLTextureDescriptor) and MTLLibrary.h (MTLCompileOptions).
FROM_HEADERS = {
    "new": ["@"],
    "stringWithUTF8String:": ["@", "*"],
    "UTF8String": ["*"],
    "count": ["Q"],
    "objectAtIndex:": ["@", "Q"],
    "localizedDescription": ["@"],
    "setTextureType:": ["v", "Q"],
    "setPixelFormat:": ["v", "Q"],
    "setWidth:": ["v", "Q"],
    "setHeight:": ["v", "Q"],
    "setDepth:": ["v", "Q"],
    "setArrayLength:": ["v", "Q"],
    "setMipmapLevelCount:": ["v", "Q"],
    "setStorageMode:": ["v", "Q"],
    "setUsage:": ["v", "Q"],
    "setLanguageVersion:": ["v", "Q"],
}

# Names of the backend's numbers, and Apple's.
NUMBERS = {
    ("shared", "MTLResourceStorageModeShared"),
    ("device_only", "MTLResourceStorageModePrivate"),
    ("metal_3_0", "MTLLanguageVersion3_0"),
    ("apple_6", "MTLGPUFamilyApple6"),
    ("apple_7", "MTLGPUFamilyApple7"),
    ("mac_2", "MTLGPUFamilyMac2"),
    ("completed", "MTLCommandBufferStatusCompleted"),
    ("failed", "MTLCommandBufferStatusError"),
    ("one_dimension", "MTLTextureType1D"),
    ("one_dimension_array", "MTLTextureType1DArray"),
    ("two_dimensions", "MTLTextureType2D"),
    ("two_dimensions_array", "MTLTextureType2DArray"),
    ("three_dimensions", "MTLTextureType3D"),
}
FORMATS = {
    "unorm_8": ("R8Unorm", "RG8Unorm", "RGBA8Unorm"),
    "snorm_8": ("R8Snorm", "RG8Snorm", "RGBA8Snorm"),
    "unsigned_8": ("R8Uint", "RG8Uint", "RGBA8Uint"),
    "signed_8": ("R8Sint", "RG8Sint", "RGBA8Sint"),
    "unorm_16": ("R16Unorm", "RG16Unorm", "RGBA16Unorm"),
    "snorm_16": ("R16Snorm", "RG16Snorm", "RGBA16Snorm"),
    "unsigned_16": ("R16Uint", "RG16Uint", "RGBA16Uint"),
    "signed_16": ("R16Sint", "RG16Sint", "RGBA16Sint"),
    "float_16": ("R16Float", "RG16Float", "RGBA16Float"),
    "unsigned_32": ("R32Uint", "RG32Uint", "RGBA32Uint"),
    "signed_32": ("R32Sint", "RG32Sint", "RGBA32Sint"),
    "float_32": ("R32Float", "RG32Float", "RGBA32Float"),
    "depth_16": ("R16Unorm",),
    "depth_32_float": ("R32Float",),
    "depth_24_stencil_8": ("R32Uint",),
}


def metadata_file(folder):
    if folder:
        return pathlib.Path(folder) / "Metal" / "_metadata.py"
    found = importlib.util.find_spec("Metal")
    return pathlib.Path(found.origin).parent / "_metadata.py" if found and found.origin else None


def literal(text):
    """Returns the type in a part of the metadata: b"@" or "z"."""
    found = re.search(r'"type":\s*b?"([^"]*)"', text)
    return found.group(1) if found else None


def types_of(declaration):
    """Returns the types of the result and of the arguments of a method, in order. Arguments have the numbers 2 and so on."""
    result, _, arguments = declaration.partition('"arguments":')
    types = {number: None for number in range(2)}
    for number, entry in re.findall(r"(\d+):\s*(\{(?:[^{}]|\{[^{}]*\})*\})", arguments):
        types[int(number)] = literal(entry)
    returned = literal(result.partition('"retval":')[2]) if '"retval":' in result else None
    return [returned] + [types[number] for number in sorted(types) if number >= 2]


def same(ours, theirs):
    """Are two types passed in the same manner? "z" is a byte that is no boolean, and NSUInteger and NSInteger have one size."""
    classes = [{"Q", "q"}, {"C", "z", "c", "Z"}, {"@", "^@", "o^@"} if ours == "^@" else set(), {"^v", "n^v", "*"}]
    return ours == theirs or any(ours in each and theirs in each for each in classes)


def main(listing, sources, folder):
    file = metadata_file(folder)
    if not file or not file.is_file():
        print("skipped: pyobjc-framework-Metal is not here; set INGOT_PYOBJC_METAL to the folder of the unpacked package")
        return 77
    metadata = file.read_text()
    declared = {}
    for name, text in re.findall(r'r\(\s*b"\w+",\s*b"([^"]+)",\s*(\{.*?\}),?\s*\)\n(?=\s*(?:r\(|\S))', metadata, re.S):
        declared.setdefault(name, []).append(types_of(text))
    problems = []
    checked = 0
    lines = subprocess.run([listing, "--methods"], check=True, capture_output=True, text=True).stdout.splitlines()
    for line in lines:
        name, *types = line.split(" ")
        if name.count(":") != len(types) - 1:
            problems.append(f"{name}: {len(types) - 1} arguments")
        candidates = [FROM_HEADERS[name]] if name in FROM_HEADERS else declared.get(name, [])
        # Several protocols may have a method of this name; an entry without a type says nothing about it.
        fits = lambda known: len(known) == len(types) and all(
            theirs is None or same(ours, theirs) for ours, theirs in zip(types, known))
        informative = [known for known in candidates if name in FROM_HEADERS or known[0] is not None or len(known) > 1]
        if not informative:
            problems.append(f"{name}: the package does not have it")
        elif not any(fits(known) for known in informative):
            problems.append(f"{name}: {types}; the package has {informative}")
        checked += 1
    numbers = dict(re.findall(r"\$(MTL\w+)@(-?\d+)", metadata))
    types_text = (pathlib.Path(sources) / "metal_types.hpp").read_text()
    for ours, theirs in NUMBERS:
        found = re.search(rf"\b{ours} = (\d+)", types_text)
        if not found or found.group(1) != numbers.get(theirs):
            problems.append(f"{ours}: {found and found.group(1)}; {theirs} is {numbers.get(theirs)}")
        checked += 1
    rows = dict(re.findall(r"\{channel_type::(\w+), \{([\d, ]+)\}\}", (pathlib.Path(sources) / "image.cpp").read_text()))
    if set(rows) != set(FORMATS):
        problems.append(f"the formats {set(rows) ^ set(FORMATS)}")
    for channel, names in FORMATS.items():
        wanted = [numbers.get("MTLPixelFormat" + name) for name in names]
        if rows.get(channel, "").split(", ")[: len(names)] != wanted:
            problems.append(f"{channel}: {rows.get(channel)}; the package has {wanted}")
        checked += len(names)
    print(*problems, sep="\n")
    print(f"{checked} methods and numbers compared, {len(problems)} wrong")
    return 1 if problems or checked < 100 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))
