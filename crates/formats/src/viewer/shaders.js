// The shader programs.

// A vertex shader for one body, or for many bodies with one mesh: what differs from body to body is marked PER_BODY.
// Many bodies are looked up in a texture (see `instances.js`). The last batch may have more copies than there are bodies:
// these have no size, and are not drawn.
const forOne = (source) => source.replaceAll("PER_BODY", "uniform");
const forMany = (source) =>
  source
    .replaceAll("PER_BODY ", "")
    .replace("void main() {", `${lookUpSource()}void main() {\n  lookUp();`);
const lookUpSource = () => `
uniform highp sampler2D crowd;
uniform int meshSize;    // vertices of a copy
uniform int batchSize;   // copies
uniform int bodyCount;
void lookUp() {
  int body = gl_InstanceID * batchSize + gl_VertexID / meshSize;
  ivec2 texel = ivec2(${TEXELS} * (body % ${ROW}), body / ${ROW});
  vec4 look = vec4(0.0);
  modelView = mat4(0.0);
  if (body < bodyCount) {
    for (int column = 0; column < 4; column++) modelView[column] = texelFetch(crowd, texel + ivec2(column, 0), 0);
    look = texelFetch(crowd, texel + ivec2(4, 0), 0);
  }
  color = look.rgb;
  bias = look.a;
}
`;

// A surface, lit by a key light from above, a fill light from the camera and an ambient sky. Computed in linear light,
// written as sRGB.
const BODY_VERTEX = `#version 300 es
in vec3 position;
in vec3 normal;
PER_BODY mat4 modelView;
PER_BODY vec3 color;
PER_BODY float bias;     // away from the camera: another for every body, so that touching faces have an order
uniform mat4 projection;
out vec3 place;
out vec3 outward;
flat out vec3 paint;
flat out vec3 base;
invariant gl_Position;
void main() {
  vec4 seen = modelView * vec4(position, 1.0);
  place = seen.xyz;
  paint = color;
  base = pow(color, vec3(2.2));
  outward = mat3(modelView) * normal;
  gl_Position = projection * seen;
  gl_Position.z += bias * gl_Position.w;
}`;

const BODY_FRAGMENT = `#version 300 es
precision highp float;
precision highp sampler2D;
in vec3 place;
in vec3 outward;
flat in vec3 paint;
flat in vec3 base;       // the color in linear light
uniform vec3 sky;        // the world's up, in camera space
uniform vec3 key;        // towards the key light, in camera space
uniform float ghost;     // above 0: draw only the rim of the body, with this strength
uniform float opacity;
uniform float fades;     // above 0: the distance from \`middle\` at which the surface has faded out
uniform vec3 middle;
uniform int layer;       // above 0: draw fragments in front of \`opaque\`; above 1: also behind \`nearer\`
uniform sampler2D nearer;
uniform sampler2D opaque;
uniform vec4 cut;        // a plane in camera space: what lies beyond it is removed
uniform int inside;      // 1 or -1: faces turned away are the inside, hatched as a cut; 0: there is no inside
uniform mat4 toShadow;   // from camera space to the map of heights
uniform float shadowing; // strength of the shadows that bodies cast on each other
uniform float spread;    // radius of these shadows, in the map of heights
uniform sampler2D heights;
out vec4 fragment;
// A spiral: places and their distances from its middle, in \`spread\`.
const vec3 TAPS[6] = vec3[6](
  vec3(0.288675, 0.000000, 0.288675),
  vec3(-0.368684, 0.337745, 0.500000),
  vec3(0.056433, -0.643026, 0.645497),
  vec3(0.464703, 0.606122, 0.763763),
  vec3(-0.852787, -0.150845, 0.866025),
  vec3(0.807834, -0.513879, 0.957427)
);
// How much of the sky right above is covered, by bodies that are near: 0 to 1.
float covered(vec3 n) {
  vec3 spot = (toShadow * vec4(place, 1.0)).xyz * 0.5 + 0.5;
  float rise = max(dot(n, sky), 0.0);
  if (rise < 0.25 || any(greaterThan(abs(spot.xy - 0.5), vec2(0.5)))) return 0.0;
  float slope = sqrt(1.0 - rise * rise) / rise;
  float sum = 0.0;
  for (int tap = 0; tap < 6; tap++) {
    vec3 away = spread * TAPS[tap];
    float over = spot.z - texture(heights, spot.xy + away.xy).r;
    if (over > 0.004 + 2.0 * away.z * slope) sum += exp(-5.0 * over);
  }
  return sum / 6.0 * smoothstep(0.25, 0.6, rise);
}
// The sixtieth power.
float sixtieth(float x) {
  float x4 = x * x * x * x;
  float x12 = x4 * x4 * x4;
  float x24 = x12 * x12;
  return x24 * x24 * x12;
}
void main() {
  if (dot(cut.xyz, place) > cut.w) discard;
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  if (layer > 0 && gl_FragCoord.z >= texelFetch(opaque, pixel, 0).r) discard;
  if (layer > 1 && gl_FragCoord.z <= texelFetch(nearer, pixel, 0).r) discard;
  if (inside != 0 && ghost == 0.0 && gl_FrontFacing != (inside > 0)) {
    bool stripe = mod(gl_FragCoord.x + gl_FragCoord.y, 12.0) < 3.0;
    fragment = vec4(mix(paint, vec3(stripe ? 0.1 : 1.0), stripe ? 0.55 : 0.25), opacity);
    return;
  }
  vec3 toEye = normalize(-place);
  vec3 n = length(outward) > 0.0 ? normalize(outward) : toEye;
  if (dot(n, toEye) < 0.0) n = -n;
  float facing = clamp(dot(n, toEye), 0.0, 1.0);
  if (ghost > 0.0) {
    fragment = vec4(paint, ghost * (0.10 + 0.90 * (1.0 - facing) * (1.0 - facing)));
    return;
  }
  float direct = max(dot(n, key), 0.0);
  float wrapped = 0.5 + 0.5 * dot(n, key);
  float above = 0.5 + 0.5 * dot(n, sky);
  vec3 halfway = normalize(key + toEye);
  float shine = sixtieth(max(dot(n, halfway), 0.0));
  float rim = (1.0 - facing) * (1.0 - facing);
  rim *= rim;
  vec3 light = base * (0.20 + 0.30 * above + 0.16 * facing + 0.30 * wrapped * wrapped + 0.40 * direct);
  if (shadowing > 0.0) light *= 1.0 - shadowing * covered(n);
  light += vec3(0.10) * shine + mix(base, vec3(1.0), 0.5) * 0.10 * rim;
  float near = fades > 0.0 ? 1.0 - smoothstep(0.35, 1.0, length(place - middle) / fades) : 1.0;
  fragment = vec4(pow(light, vec3(1.0 / 2.2)), opacity * near);
}`;

// Plain color: lines, silhouettes for pixel counts, and the shadow map.
const PLAIN_VERTEX = `#version 300 es
in vec3 position;
PER_BODY mat4 modelView;
PER_BODY vec3 color;
PER_BODY float bias;     // as for surfaces
uniform mat4 projection;
uniform float lift;      // towards the camera, so that a surface does not occlude lines on it
out float height;
out vec3 place;
flat out vec3 paint;
void main() {
  vec4 seen = modelView * vec4(position, 1.0);
  place = seen.xyz;
  gl_Position = projection * seen;
  paint = color;
  gl_Position.z -= (lift - bias) * gl_Position.w;
  height = gl_Position.z;
}`;

const PLAIN_FRAGMENT = `#version 300 es
precision highp float;
in float height;
in vec3 place;
flat in vec3 paint;
uniform float darker;    // factor of the color
uniform float opacity;
uniform vec4 cut;
uniform bool fading;     // weaker with height, for shadows
out vec4 fragment;
void main() {
  if (dot(cut.xyz, place) > cut.w) discard;
  fragment = vec4(fading ? vec3(1.0) : darker * paint, opacity);
  if (fading) fragment *= exp(-1.6 * clamp(height * 0.5 + 0.5, 0.0, 1.0));
}`;

// A line strip with a width in pixels; one instance per segment.
const RIBBON_VERTEX = `#version 300 es
in vec3 from;
in vec3 to;
in float along;
uniform mat4 viewProjection;
uniform vec2 size;       // of the target, in pixels
uniform float width;
uniform float stride;    // increment of \`along\` per segment
uniform float lift;      // towards the camera
out float distanceAlong;
void main() {
  vec4 a = viewProjection * vec4(from, 1.0);
  vec4 b = viewProjection * vec4(to, 1.0);
  int corner = gl_VertexID;
  bool ahead = corner >= 2;
  vec4 end = ahead ? b : a;
  vec2 direction = b.xy / b.w - a.xy / a.w;
  direction = normalize(direction * size + vec2(1e-9, 0.0));
  vec2 aside = vec2(-direction.y, direction.x) * (corner % 2 == 0 ? 0.5 : -0.5) * width;
  end.xy += aside * 2.0 / size * end.w;
  gl_Position = a.w > 0.0 && b.w > 0.0 ? end : vec4(2.0, 2.0, 2.0, 1.0);
  distanceAlong = along + (ahead ? stride : 0.0);
  gl_Position.z -= lift * gl_Position.w;
}`;

const RIBBON_FRAGMENT = `#version 300 es
precision highp float;
in float distanceAlong;
uniform vec4 color;
uniform bool dashed;     // otherwise a trail, in seconds
uniform float head;      // the end of the trail
uniform float fade;      // age at which most of the strength is lost
out vec4 fragment;
void main() {
  if (dashed && fract(distanceAlong * 0.5) > 0.5) discard;
  if (!dashed && distanceAlong > head) discard;
  fragment = color;
  if (!dashed) fragment.a *= 0.12 + 0.88 * exp((distanceAlong - head) / fade);
}`;

// A contact: a white disc with a dark rim, of constant size on the screen; one instance per contact.
const DOT_VERTEX = `#version 300 es
in vec4 dotPlace;        // in camera space; w is 1 for the selected contact
uniform mat4 projection;
uniform vec2 size;
uniform float radius;    // in pixels of the target
out vec2 inside;
out float chosen;
void main() {
  vec2 corner = vec2(gl_VertexID % 2, gl_VertexID / 2) * 2.0 - 1.0;
  inside = corner * 2.2;
  chosen = dotPlace.w;
  gl_Position = projection * vec4(dotPlace.xyz, 1.0);
  gl_Position.xy += corner * 2.2 * radius * 2.0 / size * gl_Position.w;
  gl_Position.z = 0.0;
}`;

const DOT_FILL = [1, 1, 1]; // color of the disc of a dot

const DOT_FRAGMENT = `#version 300 es
precision highp float;
in vec2 inside;
in float chosen;
uniform float strength;
uniform float radius;
uniform vec3 accent;
uniform vec3 fill;       // of the disc
out vec4 fragment;
void main() {
  float r = length(inside);
  float edge = 1.2 / radius;
  float disc = 1.0 - smoothstep(1.0 - edge, 1.0 + edge, r);
  float rim = 1.0 - smoothstep(1.32 - edge, 1.32 + edge, r);
  float halo = chosen * (smoothstep(1.62 - edge, 1.62 + edge, r) - smoothstep(2.0 - edge, 2.0 + edge, r));
  vec3 color = mix(vec3(0.06, 0.07, 0.10), fill, disc);
  color = mix(color, accent, halo);
  fragment = vec4(color, max(rim, halo) * strength);
}`;

// The normal at a contact: an arrow of constant length on the screen.
const ARROW_VERTEX = `#version 300 es
in vec3 position;        // along +z, of length 1
in vec3 normal;
in vec3 foot;            // in camera space
in vec3 direction;       // its length is a part of the reach
uniform mat4 projection;
uniform float reach;     // length of the arrow at distance 1
out vec3 outward;
void main() {
  vec3 z = normalize(direction);
  vec3 x = normalize(cross(abs(z.x) < 0.7 ? vec3(1, 0, 0) : vec3(0, 1, 0), z));
  mat3 turn = mat3(x, cross(z, x), z);
  float scale = reach * length(direction) * max(-foot.z, 0.0);
  outward = turn * normal;
  gl_Position = projection * vec4(foot + turn * position * scale, 1.0);
}`;

const ARROW_FRAGMENT = `#version 300 es
precision highp float;
in vec3 outward;
uniform vec3 color;
uniform float strength;
out vec4 fragment;
void main() {
  float light = 0.72 + 0.28 * normalize(outward).z;
  fragment = vec4(color * light, strength);
}`;

// The ground: a grid that fades out, and the soft shadow of the bodies.
const GROUND_VERTEX = `#version 300 es
uniform mat4 viewProjection;
uniform float height;
uniform float extent;
out vec2 spot;
void main() {
  spot = (vec2(gl_VertexID % 2, gl_VertexID / 2) * 2.0 - 1.0) * extent;
  gl_Position = viewProjection * vec4(spot, height, 1.0);
}`;

const GROUND_FRAGMENT = `#version 300 es
precision highp float;
in vec2 spot;
uniform float extent;
uniform float cell;      // width of a cell of the grid
uniform vec2 phase;      // the origin of the grid
uniform float strength;
uniform float reach;     // half the width of the shadow map
uniform vec3 line;
uniform vec3 shade;
uniform float darkness;
uniform sampler2D shadow;
out vec4 fragment;
float grid(vec2 at, float width) {
  vec2 slope = max(fwidth(at), vec2(1e-6));
  vec2 away = abs(fract(at - 0.5) - 0.5) / slope;
  vec2 lines = (1.0 - smoothstep(width - 0.5, width + 0.5, away)) * (1.0 - smoothstep(0.2, 0.6, slope));
  return max(lines.x, lines.y);
}
void main() {
  vec2 at = (spot - phase) / cell;
  float fade = 1.0 - smoothstep(0.15, 1.0, length(spot) / extent);
  float lines = max(0.42 * grid(at, 0.45), 0.9 * grid(at / 5.0, 0.55)) * fade * fade;
  float covered = texture(shadow, spot / reach * 0.5 + 0.5).r;
  float dark = covered * darkness;
  float alpha = max(lines * 0.55, dark);
  fragment = vec4(mix(line, shade, dark / max(alpha + 1e-4, dark + lines * 0.5)), alpha * strength);
}`;

// Covers the whole target with one triangle.
const COPY_VERTEX = `#version 300 es
out vec2 at;
void main() {
  vec2 corner = vec2(gl_VertexID % 2, gl_VertexID / 2) * 4.0 - 1.0;
  at = corner * 0.5 + 0.5;
  gl_Position = vec4(corner, 0.0, 1.0);
}`;

// From a picture of the same size.
const COPY_FRAGMENT = `#version 300 es
precision highp float;
uniform sampler2D picture;
uniform bool weigh;      // multiply the color by its opacity
out vec4 fragment;
void main() {
  fragment = texelFetch(picture, ivec2(gl_FragCoord.xy), 0);
  if (weigh) fragment.rgb *= fragment.a;
}`;

const BLUR_FRAGMENT = `#version 300 es
precision highp float;
in vec2 at;
uniform sampler2D picture;
uniform vec2 stride;
out vec4 fragment;
void main() {
  vec4 sum = vec4(0.0);
  float weights = 0.0;
  for (int tap = -4; tap <= 4; tap++) {
    float weight = exp(-float(tap * tap) / 6.0);
    sum += weight * texture(picture, at + float(tap) * stride);
    weights += weight;
  }
  fragment = sum / weights;
}`;
