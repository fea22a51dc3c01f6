// Prepares a mesh for drawing: which corners share a smooth normal, which edges are creases, which side is out.

// Faces that meet at less than this angle are shaded as one smooth surface.
const CREASE_COSINE = Math.cos((38 * Math.PI) / 180);

class Surface {
  // `triangles` index `vertices`, three coordinates each.
  constructor(vertices, triangles) {
    this.triangles = triangles;
    this.split(vertices);
    this.positions = new Float32Array(3 * this.sources.length);
    this.normals = new Float32Array(3 * this.sources.length);
    this.update(vertices);
  }

  // Gives every vertex one copy for each smooth patch of faces around it. `sources` names the vertex of every copy and
  // `indices` the copy at every corner.
  split(vertices) {
    const faces = faceNormals(vertices, this.triangles);
    const count = vertices.length / 3;
    // Copies of one vertex form a linked list: first[vertex], then next[copy].
    const first = new Int32Array(count).fill(-1);
    const next = [];
    const sums = [];
    this.sources = [];
    this.indices = new Uint32Array(this.triangles.length);
    for (let corner = 0; corner < this.triangles.length; corner++) {
      const vertex = this.triangles[corner];
      const face = 3 * Math.floor(corner / 3);
      const normal = [faces[face], faces[face + 1], faces[face + 2]];
      let copy = first[vertex];
      while (copy >= 0 && !smooth(sums[copy], normal)) copy = next[copy];
      if (copy < 0) {
        copy = this.sources.length;
        this.sources.push(vertex);
        sums.push([0, 0, 0]);
        next.push(first[vertex]);
        first[vertex] = copy;
      }
      sums[copy] = add(sums[copy], normal);
      this.indices[corner] = copy;
    }
  }

  // Positions and normals for these vertices (again, where the body deforms).
  update(vertices) {
    const { positions, normals, indices, sources } = this;
    for (let copy = 0; copy < sources.length; copy++) {
      const vertex = 3 * sources[copy];
      positions[3 * copy] = vertices[vertex];
      positions[3 * copy + 1] = vertices[vertex + 1];
      positions[3 * copy + 2] = vertices[vertex + 2];
    }
    const faces = faceNormals(vertices, this.triangles);
    normals.fill(0);
    for (let corner = 0; corner < indices.length; corner++) {
      const face = 3 * Math.floor(corner / 3);
      for (let axis = 0; axis < 3; axis++) normals[3 * indices[corner] + axis] += faces[face + axis];
    }
  }

  // Pairs of copies: every edge once (`all`), and those that are creases or rims (`creases`).
  edges() {
    const seen = new Map();
    const { indices, triangles } = this;
    const count = this.sources.length + 1;
    const all = [];
    for (let corner = 0; corner < indices.length; corner++) {
      const after = corner % 3 === 2 ? corner - 2 : corner + 1;
      const [low, high] = [Math.min(triangles[corner], triangles[after]), Math.max(triangles[corner], triangles[after])];
      if (low === high) continue;
      const key = low * count + high;
      const ends = triangles[corner] === low ? [indices[corner], indices[after]] : [indices[after], indices[corner]];
      const other = seen.get(key);
      if (other === undefined) {
        seen.set(key, { ends, crease: true });
        all.push(...ends);
      } else {
        other.crease = other.ends[0] !== ends[0] && other.ends[1] !== ends[1];
      }
    }
    const creases = [];
    for (const edge of seen.values()) if (edge.crease) creases.push(...edge.ends);
    return { all: new Uint32Array(all), creases: new Uint32Array(creases) };
  }

  // Six times the volume inside; below zero if the triangles face inwards.
  volume() {
    const { positions, indices } = this;
    const corner = (index) => positions.subarray(3 * indices[index], 3 * indices[index] + 3);
    let sum = 0;
    for (let i = 0; i < indices.length; i += 3) sum += dot(corner(i), cross(corner(i + 1), corner(i + 2)));
    return sum;
  }
}

function smooth(sum, normal) {
  return dot(sum, normal) >= CREASE_COSINE * length(sum) * length(normal);
}

// The normal of every face, of length one; zero for a triangle without area.
function faceNormals(vertices, triangles) {
  const normals = new Float32Array(triangles.length);
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [3 * triangles[i], 3 * triangles[i + 1], 3 * triangles[i + 2]];
    const [ax, ay, az] = [vertices[a], vertices[a + 1], vertices[a + 2]];
    const [bx, by, bz] = [vertices[b] - ax, vertices[b + 1] - ay, vertices[b + 2] - az];
    const [cx, cy, cz] = [vertices[c] - ax, vertices[c + 1] - ay, vertices[c + 2] - az];
    const [x, y, z] = [by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx];
    const size = Math.sqrt(x * x + y * y + z * z) || 1;
    normals[i] = x / size;
    normals[i + 1] = y / size;
    normals[i + 2] = z / size;
  }
  return normals;
}
