"""Times ipctk's vertex-face and edge-edge queries, one call at a time, on one thread.

usage: queries.py FILE METHOD...

FILE has records of 25 f64: 1 for edge-edge or 0 for vertex-face, the four points at t = 0, the same at t = 1. Prints
one line for the cost of a call in which nothing moves (`call NANOSECONDS`), and one line per method and query: the name
of the method, whether it reports contact (0 or 1), and the nanoseconds of the call. AdditiveCCD is called several times
and the fastest counts; other methods are called once (TightInclusionCCD takes a second for some queries).
"""

import sys
import time

import ipctk
import numpy

# Warnings would mix with the figures and cost time.
ipctk.set_logger_level(ipctk.LoggerLevel.off)
records = numpy.fromfile(sys.argv[1], dtype=numpy.float64).reshape(-1, 25)
clock = time.perf_counter_ns


def timed(call, points, times):
    fastest = float("inf")
    for _ in range(times):
        before = clock()
        touches, _ = call(*points)
        fastest = min(fastest, clock() - before)
    return touches, fastest


still = [numpy.array(point, dtype=numpy.float64) for point in ((0, 0, 9), (0, 0, 0), (1, 0, 0), (0, 1, 0))] * 2
print("call", timed(ipctk.AdditiveCCD().point_triangle_ccd, still, 10_000)[1])
for name in sys.argv[2:]:
    method, times = getattr(ipctk, name)(), 5 if name == "AdditiveCCD" else 1
    for record in records:
        call = method.edge_edge_ccd if record[0] == 1 else method.point_triangle_ccd
        touches, nanoseconds = timed(call, [numpy.array(point) for point in record[1:].reshape(8, 3)], times)
        print(name, int(touches), nanoseconds)
