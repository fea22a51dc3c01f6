// Reads the arrays of the embedded data: base64, or large ones compressed. The crate's documentation describes both.

function bytesOf(text) {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes.buffer;
}

// The compressed arrays of the bodies, and of a simulation.
function packedArrays(json) {
  const arrays = (json.bodies ?? []).flatMap((body) => [body.triangles, body.vertices, body.keys]);
  arrays.push(...Object.values(json.paths ?? {}), ...Object.values(json.simulation?.events ?? {}));
  return arrays.filter((array) => array?.deflate !== undefined);
}

// Decompresses the arrays: each gets its 32-bit numbers as `codes`.
async function inflateAll(arrays) {
  if (typeof DecompressionStream === "undefined")
    throw new Error("this page holds large lists, which only browsers since 2023 can decompress");
  for (const array of arrays) {
    const stream = new Blob([bytesOf(array.deflate)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const planes = new Uint8Array(await new Response(stream).arrayBuffer());
    const count = planes.length / 4;
    const codes = new Uint32Array(count);
    for (let i = 0; i < count; i++)
      codes[i] =
        planes[i] | (planes[count + i] << 8) | (planes[2 * count + i] << 16) | (planes[3 * count + i] << 24);
    array.codes = codes;
    delete array.deflate;
  }
}

// The whole numbers of a list: compressed, and decompressed by now, or plain.
const codesOf = ({ codes, plain }) => codes ?? new Uint32Array(bytesOf(plain));

// The corners of the triangles of a body.
function cornersOf({ triangles, vertexCount }) {
  if (!triangles.codes) {
    const bytes = bytesOf(triangles);
    // Pages of older versions hold large bodies so.
    return vertexCount <= 65536 ? new Uint16Array(bytes) : new Uint32Array(bytes);
  }
  const corners = new Uint32Array(triangles.codes.length);
  let next = 0;
  for (let i = 0; i < corners.length; i++) {
    const code = triangles.codes[i];
    corners[i] = next - code;
    if (code === 0) next++;
  }
  return corners;
}

// Coordinates of one frame or several, of `vertexCount` vertices each.
function coordinatesOf(array, vertexCount) {
  if (!array.codes) return new Float32Array(bytesOf(array));
  const { codes, step } = array;
  const steps = new Int32Array(codes.length);
  const coordinates = new Float32Array(codes.length);
  const frame = 3 * vertexCount;
  for (let i = 0; i < codes.length; i++) {
    const before = i >= frame ? steps[i - frame] : i >= 3 ? steps[i - 3] : 0;
    steps[i] = before + ((codes[i] >>> 1) ^ -(codes[i] & 1));
    coordinates[i] = steps[i] * step;
  }
  return coordinates;
}
