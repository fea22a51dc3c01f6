// Rays against the drawn surfaces, in double precision: points to measure, and what hides a contact.

// The coordinates of the vertices of a body at `time`, as the page stores them, relative to the matrix of the body.
function storedVertices(body, time) {
  return body.deforms ? body.vertexFrame(time, new Float32Array(3 * body.vertexCount)) : body.vertices;
}

// A point of the page's world in the coordinates of a matrix made by `placing`.
function placedBack(matrix, point) {
  const off = subtract(point, matrix.slice(12, 15));
  return turnedBack(matrix, off).map((value) => value / columnSquare(matrix));
}

const columnSquare = (matrix) => matrix[0] ** 2 + matrix[1] ** 2 + matrix[2] ** 2;

// The transposed matrix times a direction: that direction in the body's frame, times the scale.
const turnedBack = (matrix, [x, y, z]) =>
  [0, 4, 8].map((column) => matrix[column] * x + matrix[column + 1] * y + matrix[column + 2] * z);

// The first hit of the ray from `from` along `direction` with a body at `time`, no nearer than `least` lengths of
// `direction`: { along, triangle, weights } or null. `kept(place)` may refuse a hit (one that a section removes).
function rayHit(body, time, { from, direction, least = 0 }, kept = () => true) {
  const matrix = body.matrix(time);
  const start = placedBack(matrix, from);
  const ray = turnedBack(matrix, direction).map((value) => value / columnSquare(matrix));
  if (!meetsBox(start, ray, body.boxAt(time))) return null;
  const vertices = storedVertices(body, time);
  const { triangles } = body;
  const [sx, sy, sz] = start;
  const [dx, dy, dz] = ray;
  let best = null;
  // Möller and Trumbore, "Fast, Minimum Storage Ray-Triangle Intersection", 1997.
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [3 * triangles[i], 3 * triangles[i + 1], 3 * triangles[i + 2]];
    const [ax, ay, az] = [vertices[a], vertices[a + 1], vertices[a + 2]];
    const [ux, uy, uz] = [vertices[b] - ax, vertices[b + 1] - ay, vertices[b + 2] - az];
    const [vx, vy, vz] = [vertices[c] - ax, vertices[c + 1] - ay, vertices[c + 2] - az];
    const [px, py, pz] = [dy * vz - dz * vy, dz * vx - dx * vz, dx * vy - dy * vx];
    const determinant = ux * px + uy * py + uz * pz;
    if (determinant === 0) continue;
    const [ox, oy, oz] = [sx - ax, sy - ay, sz - az];
    const second = (ox * px + oy * py + oz * pz) / determinant;
    if (!(second >= 0 && second <= 1)) continue;
    const [qx, qy, qz] = [oy * uz - oz * uy, oz * ux - ox * uz, ox * uy - oy * ux];
    const third = (dx * qx + dy * qy + dz * qz) / determinant;
    if (!(third >= 0 && second + third <= 1)) continue;
    const along = (vx * qx + vy * qy + vz * qz) / determinant;
    if (!(along > least) || (best && along >= best.along)) continue;
    if (!kept(add(from, scaled(direction, along)))) continue;
    best = { along, triangle: i / 3, weights: [1 - second - third, second, third] };
  }
  return best;
}

// Whether a ray may meet a box: slabs, with a margin for rounding.
function meetsBox(start, ray, [low, high]) {
  let [near, far] = [0, Infinity];
  for (let axis = 0; axis < 3; axis++) {
    const margin = 1e-6 * (high[axis] - low[axis] + Math.abs(low[axis]));
    const ends = [low[axis] - margin - start[axis], high[axis] + margin - start[axis]].map((end) => end / ray[axis]);
    if (ends.some(Number.isNaN)) continue; // the ray runs along the side of the box
    near = Math.max(near, Math.min(...ends));
    far = Math.min(far, Math.max(...ends));
  }
  return near <= far;
}

// The point of a body with these weights in a triangle, at `time`: it moves with the body.
function pointOnBody(body, time, { triangle, weights }) {
  const vertices = storedVertices(body, time);
  const corner = (place) => {
    const at = 3 * body.triangles[3 * triangle + place];
    return [vertices[at], vertices[at + 1], vertices[at + 2]];
  };
  const local = [0, 1, 2].map((place) => scaled(corner(place), weights[place])).reduce(add);
  return transformed(body.matrix(time), local).slice(0, 3);
}

// The nearest hit of a ray with the bodies that `wanted(index)` names: { index, along, triangle, weights } or null.
function nearestHit(scene, time, ray, wanted, kept) {
  let best = null;
  scene.bodies.forEach((body, index) => {
    if (!wanted(index)) return;
    const hit = rayHit(body, time, ray, kept);
    if (hit && (!best || hit.along < best.along)) best = { ...hit, index };
  });
  return best;
}
