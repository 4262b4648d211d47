"""Blur, unsharp mask and Harris corners of corpus/pipelines/*_stages.c in Halide.

usage: schedules.py SIZE RUNS

Prints the best schedule of each pipeline: `NAME THREADS MILLISECONDS SCHEDULE`, milliseconds of a
call. Knows nothing of Pleat.
"""
import os
import sys
import time

THREADS = (1, 2)
os.environ["HL_NUM_THREADS"] = str(max(THREADS))
# The same pages as in C programs.
os.environ["NUMPY_MADVISE_HUGEPAGE"] = "0"

import halide as hl
import numpy as np

BORDER = 2
STRIPS = (32, 128, 512)
TILES = ((256, 64), (512, 128), (1024, 64))
VECTORS = (8, 16)


class Blur:
    """Along the rows, then along the columns."""

    name = "blur"

    def __init__(self, x, y, image):
        tmp, self.out = hl.Func("tmp"), hl.Func("out")
        tmp[x, y] = five(lambda d: image[x + d, y])
        self.out[x, y] = five(lambda d: tmp[x, y + d])
        self.rows = [[tmp]]

    @staticmethod
    def expected(at):
        tmp = {d: five(lambda e: at(e, d)) for d in range(-2, 3)}
        return five(lambda d: tmp[d])


class Unsharp:
    """Along the columns, then along the rows; where the difference is small, the original."""

    name = "unsharp"

    def __init__(self, x, y, image):
        blurx, blury, self.out = hl.Func("blurx"), hl.Func("blury"), hl.Func("out")
        blurx[x, y] = five(lambda d: image[x, y + d])
        blury[x, y] = five(lambda d: blurx[x + d, y])
        pixel = image[x, y]
        sharp = pixel * 4.0 - blury[x, y] * 3.0
        self.out[x, y] = hl.select(hl.abs(pixel - blury[x, y]) < hl.f32(0.06), pixel, sharp)
        self.rows = [[blurx], [blurx, blury]]

    @staticmethod
    def expected(at):
        blurx = {d: five(lambda e: at(d, e)) for d in range(-2, 3)}
        blury, pixel = five(lambda d: blurx[d]), at(0, 0)
        return np.where(np.abs(pixel - blury) < 0.06, pixel, pixel * 4 - blury * 3)


class Harris:
    """Sobel gradients, their products, 3x3 sums, response."""

    name = "harris"

    def __init__(self, x, y, image):
        ix, iy, self.out = hl.Func("ix"), hl.Func("iy"), hl.Func("out")
        at = lambda dx, dy: image[x + dx, y + dy]
        ix[x, y] = across(at)
        iy[x, y] = along(at)
        pairs = {"xx": (ix, ix), "xy": (ix, iy), "yy": (iy, iy)}
        products = [hl.Func("p" + name) for name in pairs]
        for product, (a, b) in zip(products, pairs.values()):
            product[x, y] = a[x, y] * b[x, y]
        sums = [nine(lambda dx, dy, p=p: p[x + dx, y + dy]) for p in products]
        self.out[x, y] = response(*sums)
        self.rows = [[ix, iy], products]

    @staticmethod
    def expected(at):
        def shifted(dx, dy):
            return lambda ex, ey: at(dx + ex, dy + ey)

        def gradients(dx, dy):
            near = shifted(dx, dy)
            return across(near), along(near)

        sums = [0, 0, 0]
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                ix, iy = gradients(dx, dy)
                sums = [s + p for s, p in zip(sums, (ix * ix, ix * iy, iy * iy))]
        return response(*sums)


def five(at):
    return (at(-2) + at(2)) * 0.0625 + (at(-1) + at(1)) * 0.25 + at(0) * 0.375


def nine(at):
    terms = [at(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
    return sum(terms[1:], terms[0])


def across(at):
    return (at(1, -1) - at(-1, -1)) + (at(1, 0) - at(-1, 0)) * 2 + (at(1, 1) - at(-1, 1))


def along(at):
    return (at(-1, 1) - at(-1, -1)) + (at(0, 1) - at(0, -1)) * 2 + (at(1, 1) - at(1, -1))


def response(sxx, sxy, syy):
    trace = sxx + syy
    return sxx * syy - sxy * sxy - trace * trace * np.float32(0.04)


def rows(out, x, y, functions, vector):
    """A sliding window over the whole image."""
    out.vectorize(x, vector)
    for f in functions:
        f.store_root().compute_at(out, y).vectorize(f.args()[0], vector)


def strips(out, x, y, functions, vector, height, threads):
    """A sliding window in each strip of rows."""
    yo, yi = hl.Var("yo"), hl.Var("yi")
    out.split(y, yo, yi, height).vectorize(x, vector)
    if threads > 1:
        out.parallel(yo)
    for f in functions:
        f.store_at(out, yo).compute_at(out, yi).vectorize(f.args()[0], vector)


def tiles(out, x, y, functions, vector, width, height, threads):
    """A sliding window in each tile."""
    xo, yo, xi, yi = (hl.Var(name) for name in ("xo", "yo", "xi", "yi"))
    out.tile(x, y, xo, yo, xi, yi, width, height).vectorize(xi, vector)
    if threads > 1:
        out.parallel(yo)
    for f in functions:
        f.store_at(out, xo).compute_at(out, yi).vectorize(f.args()[0], vector)


def schedules(threads):
    """Their names, and what applies each to an output and the functions that get rows."""
    for v in VECTORS:
        if threads == 1:
            yield f"rows, vectors of {v}", lambda *f, v=v: rows(*f, v)
        for s in STRIPS:
            yield f"strips of {s}, vectors of {v}", lambda *f, v=v, s=s: strips(*f, v, s, threads)
        for w, h in TILES:
            name = f"tiles of {w} x {h}, vectors of {v}"
            yield name, lambda *f, v=v, w=w, h=h: tiles(*f, v, w, h, threads)


def compiled(pipeline, schedule, stored, image):
    x, y = hl.Var("x"), hl.Var("y")
    made = pipeline(x, y, image)
    schedule(made.out, x, y, made.rows[stored])
    result = hl.Pipeline(made.out)
    result.compile_jit(hl.get_host_target())
    return result


def expected(pipeline, image):
    n = image.shape[0]
    inside = lambda d: slice(BORDER + d, n - BORDER + d)
    return pipeline.expected(lambda dx, dy: image[inside(dy), inside(dx)])


def is_close(found, right):
    """Rounding may be different, and a threshold decide otherwise because of that."""
    return np.isclose(found, right, rtol=1e-3, atol=1e-3).mean() > 0.9999


def milliseconds(pipeline, out, clock, runs):
    least = float("inf")
    for _ in range(runs):
        begin = clock()
        pipeline.realize(out)
        least = min(least, clock() - begin)
    return least * 1e3


def best(pipeline, threads, runs, image, out, check):
    """Milliseconds and the name of the best schedule."""
    clock = time.process_time if threads == 1 else time.perf_counter
    variants = len(pipeline(hl.Var(), hl.Var(), image).rows)
    found = (float("inf"), None, None)
    for name, schedule in schedules(threads):
        for stored in range(variants):
            made = compiled(pipeline, schedule, stored, image)
            ms = milliseconds(made, out, clock, runs)
            check(name)
            found = min(found, (ms, name, made), key=lambda f: f[0])
    ms, name, made = found
    return min(ms, milliseconds(made, out, clock, 4 * runs)), name


def main():
    size, runs = int(sys.argv[1]), int(sys.argv[2])
    values = np.random.default_rng(1).random((size, size), dtype=np.float32)
    image = hl.Buffer(values)
    results = np.zeros((size, size), dtype=np.float32)
    out = hl.Buffer(results)
    for dimension in range(2):
        out.crop(dimension, BORDER, size - 2 * BORDER)
    for pipeline in (Blur, Unsharp, Harris):
        right = expected(pipeline, values)

        def check(name):
            if not is_close(results[BORDER:-BORDER, BORDER:-BORDER], right):
                sys.exit(f"{pipeline.name}: {name} gives other values")
            results[:] = 0

        for threads in THREADS:
            ms, name = best(pipeline, threads, runs, image, out, check)
            print(pipeline.name, threads, f"{ms:.3f}", name, flush=True)


main()
