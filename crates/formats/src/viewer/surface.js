// Prepares a mesh for drawing: smooth normals, crease edges, orientation.

// Faces that meet at less than this angle are shaded as one smooth surface.
const CREASE_COSINE = Math.cos((38 * Math.PI) / 180);
// A sliver is lower than this part of the body's size and than this part of its longest side. Its normal is noise: it
// belongs to every patch, and makes no crease.
const SLIVER_HEIGHT = 3e-4;
const SLIVER_SHAPE = 0.08;

class Surface {
  // `triangles` index `vertices`, three coordinates each.
  constructor(vertices, triangles) {
    this.triangles = triangles;
    this.split(vertices);
    this.positions = new Float32Array(3 * this.sources.length);
    this.normals = new Float32Array(3 * this.sources.length);
    this.update(vertices);
  }

  // Makes one copy of every vertex for each smooth patch of faces around it. `sources` maps copies to vertices, and
  // `indices` maps corners to copies.
  split(vertices) {
    const { triangles } = this;
    const faces = faceNormals(vertices, triangles);
    this.ignoreSlivers(vertices, faces);
    const corners = triangles.length;
    // Copies of one vertex form a linked list: first[vertex], then next[copy]. `sums` adds up the normals of a copy's
    // faces.
    const first = new Int32Array(vertices.length / 3).fill(-1);
    const next = new Int32Array(corners);
    const sums = new Float32Array(3 * corners);
    const sources = new Uint32Array(2 * corners);
    this.indices = new Uint32Array(corners);
    let copies = 0;
    for (let corner = 0; corner < corners; corner++) {
      const vertex = triangles[corner];
      const face = corner - (corner % 3);
      let copy = first[vertex];
      while (copy >= 0 && !smooth(sums, 3 * copy, faces, face)) copy = next[copy];
      if (copy < 0) {
        copy = copies++;
        sources[copy] = vertex;
        next[copy] = first[vertex];
        first[vertex] = copy;
      }
      for (let axis = 0; axis < 3; axis++) sums[3 * copy + axis] += faces[face + axis];
      this.indices[corner] = copy;
    }
    // The tip of a cone has no normal of its own. Each of its faces gets a copy, with the normal of that face.
    const torn = this.torn(vertices.length / 3, faces);
    for (let corner = 0; corner < corners; corner++) {
      const vertex = triangles[corner];
      if (!torn[vertex]) continue;
      if (torn[vertex] === 1) torn[vertex] = 2;
      else {
        sources[copies] = vertex;
        this.indices[corner] = copies++;
      }
    }
    this.sources = sources.slice(0, copies);
  }

  // Sets the normals of slivers to zero.
  ignoreSlivers(vertices, faces) {
    const { triangles } = this;
    const [low, high] = boxOf(vertices);
    const least = SLIVER_HEIGHT * length(subtract(high, low));
    for (let i = 0; i < triangles.length; i += 3) {
      const [a, b, c] = [3 * triangles[i], 3 * triangles[i + 1], 3 * triangles[i + 2]];
      const [ax, ay, az] = [vertices[a], vertices[a + 1], vertices[a + 2]];
      const [ux, uy, uz] = [vertices[b] - ax, vertices[b + 1] - ay, vertices[b + 2] - az];
      const [vx, vy, vz] = [vertices[c] - ax, vertices[c + 1] - ay, vertices[c + 2] - az];
      const [wx, wy, wz] = [vx - ux, vy - uy, vz - uz];
      const longest = Math.max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz, wx * wx + wy * wy + wz * wz);
      const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
      const twice = Math.sqrt(x * x + y * y + z * z);
      if (twice < SLIVER_SHAPE * longest && twice < least * Math.sqrt(longest)) faces.fill(0, i, i + 3);
    }
  }

  // Marks the vertices whose patches are cut along an edge between faces that belong together.
  torn(count, faces) {
    const { triangles, indices } = this;
    const torn = new Uint8Array(count);
    // Edges form linked lists by their lower vertex: first[low], then next[edge]. An edge is named by the corner before
    // it in the first of its faces; lows[edge] and highs[edge] are the corners at its ends.
    const first = new Int32Array(count).fill(-1);
    const next = new Int32Array(indices.length);
    const lows = new Int32Array(indices.length);
    const highs = new Int32Array(indices.length);
    for (let corner = 0; corner < indices.length; corner++) {
      const after = corner % 3 === 2 ? corner - 2 : corner + 1;
      const [low, high] = triangles[corner] < triangles[after] ? [corner, after] : [after, corner];
      let edge = first[triangles[low]];
      while (edge >= 0 && triangles[highs[edge]] !== triangles[high]) edge = next[edge];
      if (edge < 0) {
        edge = corner;
        lows[edge] = low;
        highs[edge] = high;
        next[edge] = first[triangles[low]];
        first[triangles[low]] = edge;
        continue;
      }
      if (!smooth(faces, low - (low % 3), faces, edge - (edge % 3))) continue;
      if (indices[low] !== indices[lows[edge]]) torn[triangles[low]] = 1;
      if (indices[high] !== indices[highs[edge]]) torn[triangles[high]] = 1;
    }
    return torn;
  }

  // Computes positions and normals of all copies, again for each frame of a deforming body.
  update(vertices) {
    const { positions, normals, indices, sources } = this;
    for (let copy = 0; copy < sources.length; copy++) {
      const vertex = 3 * sources[copy];
      positions[3 * copy] = vertices[vertex];
      positions[3 * copy + 1] = vertices[vertex + 1];
      positions[3 * copy + 2] = vertices[vertex + 2];
    }
    // Faces count by their area, so that a flat face keeps its normal beside the small faces of a rounded edge.
    const faces = faceNormals(vertices, this.triangles, true);
    const sums = new Float64Array(normals.length);
    for (let corner = 0; corner < indices.length; corner++) {
      const face = corner - (corner % 3);
      for (let axis = 0; axis < 3; axis++) sums[3 * indices[corner] + axis] += faces[face + axis];
    }
    for (let copy = 0; copy < sums.length; copy += 3) {
      const size = Math.hypot(sums[copy], sums[copy + 1], sums[copy + 2]) || 1;
      for (let axis = copy; axis < copy + 3; axis++) normals[axis] = sums[axis] / size;
    }
  }

  // Edges as pairs of copies: every edge once (`all`), and the creases and boundary edges (`creases`).
  edges() {
    const { indices, triangles } = this;
    // Edges form linked lists by their lower vertex: first[low], then next[edge].
    const first = new Int32Array(triangles.reduce((most, vertex) => Math.max(most, vertex), 0) + 1).fill(-1);
    const next = new Int32Array(indices.length);
    const highs = new Uint32Array(indices.length);
    const all = new Uint32Array(2 * indices.length);
    const crease = new Uint8Array(indices.length);
    let count = 0;
    for (let corner = 0; corner < indices.length; corner++) {
      const after = corner % 3 === 2 ? corner - 2 : corner + 1;
      const [low, high] = triangles[corner] < triangles[after] ? [corner, after] : [after, corner];
      if (triangles[low] === triangles[high]) continue;
      let edge = first[triangles[low]];
      while (edge >= 0 && highs[edge] !== triangles[high]) edge = next[edge];
      if (edge >= 0) {
        crease[edge] = all[2 * edge] !== indices[low] && all[2 * edge + 1] !== indices[high] ? 1 : 0;
        continue;
      }
      edge = count++;
      highs[edge] = triangles[high];
      next[edge] = first[triangles[low]];
      first[triangles[low]] = edge;
      all[2 * edge] = indices[low];
      all[2 * edge + 1] = indices[high];
      crease[edge] = 1; // a boundary edge, until a second face is found
    }
    const creases = all.filter((_, place) => place < 2 * count && crease[place >> 1]);
    return { all: all.slice(0, 2 * count), creases };
  }

  // Six times the enclosed volume; negative if the triangles face inwards.
  volume() {
    const { positions, indices } = this;
    const corner = (index) => positions.subarray(3 * indices[index], 3 * indices[index] + 3);
    let sum = 0;
    for (let i = 0; i < indices.length; i += 3) sum += dot(corner(i), cross(corner(i + 1), corner(i + 2)));
    return sum;
  }
}

// Whether the face belongs to the smooth patch with the sum of normals at `at`.
function smooth(sums, at, faces, face) {
  const [sx, sy, sz] = [sums[at], sums[at + 1], sums[at + 2]];
  const [x, y, z] = [faces[face], faces[face + 1], faces[face + 2]];
  const along = sx * x + sy * y + sz * z;
  return along >= CREASE_COSINE * Math.sqrt((sx * sx + sy * sy + sz * sz) * (x * x + y * y + z * z));
}

// The unit normal of every face, or the normal times twice the area; zero for a triangle without area.
function faceNormals(vertices, triangles, byArea = false) {
  const normals = new Float64Array(triangles.length);
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [3 * triangles[i], 3 * triangles[i + 1], 3 * triangles[i + 2]];
    const [ax, ay, az] = [vertices[a], vertices[a + 1], vertices[a + 2]];
    const [bx, by, bz] = [vertices[b] - ax, vertices[b + 1] - ay, vertices[b + 2] - az];
    const [cx, cy, cz] = [vertices[c] - ax, vertices[c + 1] - ay, vertices[c + 2] - az];
    const [x, y, z] = [by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx];
    const size = (byArea ? 0 : Math.sqrt(x * x + y * y + z * z)) || 1;
    normals[i] = x / size;
    normals[i + 1] = y / size;
    normals[i + 2] = z / size;
  }
  return normals;
}
