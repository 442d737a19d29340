"""The plain C of ``solver/portable.h``, for foreign compilers, agrees with gcc's built-ins."""

from __future__ import annotations

import ctypes
import random
import shutil
import subprocess
from pathlib import Path

import pytest

import solver

pytestmark = pytest.mark.pure

WRAPPERS = """
#include "portable.h"
int lowest(uint64_t x) { return hm_lowest_bit(x); }
int lowest32(uint32_t x) { return hm_lowest_bit32(x); }
int highest(uint64_t x) { return hm_highest_bit(x); }
int highest32(uint32_t x) { return hm_highest_bit32(x); }
int count32(uint32_t x) { return hm_bit_count32(x); }
uint64_t high(uint64_t a, uint64_t b) { return hm_product_high(a, b); }
void add(uint64_t *h, uint64_t *l, uint64_t ah, uint64_t al, uint64_t b) { hm_multiply_add(h, l, ah, al, b); }
double now(void) { return hm_now(); }
double processor_now(void) { return hm_processor_now(); }
void *pages(size_t n) { return hm_pages(n); }
void pages_clear(void *p, size_t n) { hm_pages_clear(p, n); }
void pages_free(void *p, size_t n) { hm_pages_free(p, n); }
"""


@pytest.fixture(scope="module", params=["built-ins", "plain"])
def library(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("no C compiler")
    folder = tmp_path_factory.mktemp("portable")
    source = folder / "wrappers.c"
    source.write_text(WRAPPERS)
    flags = ["-DHERDMIND_PLAIN"] if request.param == "plain" else []
    out = folder / "wrappers.so"
    include = Path(solver.__file__).parent
    command = [
        compiler,
        "-O2",
        "-Wall",
        "-Werror",
        "-Wno-unused-function",
        "-shared",
        "-fPIC",
        f"-I{include}",
    ]
    subprocess.run([*command, *flags, str(source), "-o", str(out)], check=True)
    built = ctypes.CDLL(str(out))
    for name in ("lowest", "highest", "high"):
        getattr(built, name).argtypes = [ctypes.c_uint64] * (2 if name == "high" else 1)
    built.high.restype = ctypes.c_uint64
    pointer = ctypes.POINTER(ctypes.c_uint64)
    built.add.argtypes = [pointer, pointer, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint64]
    built.now.restype = built.processor_now.restype = ctypes.c_double
    built.pages.restype, built.pages.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
    built.pages_clear.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    built.pages_free.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    return built


def words(bits: int) -> list[int]:
    """Edges and random words that are not 0."""
    rng = random.Random(bits)
    edges = [1, 2, 3, (1 << bits) - 1, 1 << (bits - 1), (1 << bits // 2) - 1, 1 << bits // 2]
    return edges + [rng.getrandbits(rng.randint(1, bits)) | 1 << rng.randrange(bits) for _ in range(500)]


def test_bits(library: ctypes.CDLL) -> None:
    for word in words(64):
        assert library.lowest(word) == (word & -word).bit_length() - 1
        assert library.highest(word) == word.bit_length() - 1
    for word in words(32):
        assert library.lowest32(word) == (word & -word).bit_length() - 1
        assert library.highest32(word) == word.bit_length() - 1
        assert library.count32(word) == word.bit_count()
    assert library.count32(0) == 0


def test_products(library: ctypes.CDLL) -> None:
    numbers = [0, *words(64)]
    rng = random.Random(5)
    for _ in range(3000):
        a, b = rng.choice(numbers), rng.choice(numbers)
        assert library.high(a, b) == a * b >> 64
        high, low, over = (rng.choice(numbers) for _ in range(3))
        got_high, got_low = ctypes.c_uint64(high), ctypes.c_uint64(low)
        library.add(ctypes.byref(got_high), ctypes.byref(got_low), over, a, b)
        wanted = ((high << 64 | low) + (over << 64 | a) * b) % (1 << 128)
        assert (got_high.value << 64 | got_low.value) == wanted


def test_clock_and_pages(library: ctypes.CDLL) -> None:
    before, worked = library.now(), library.processor_now()
    size = 3 << 20
    place = library.pages(size)
    assert place
    assert place % 64 == 0
    assert not any(ctypes.string_at(place, size))
    ctypes.memset(place, 7, size)
    library.pages_clear(place, 2 << 20)
    assert not any(ctypes.string_at(place, 2 << 20))
    assert ctypes.string_at(place, size).count(7) == 1 << 20
    library.pages_free(place, size)
    assert library.now() >= before > 0
    assert library.processor_now() >= worked >= 0
