// The colors of the bodies: neighbours differ.

// Colors that stay distinguishable with all common kinds of color vision: those of Okabe and Ito ("Color Universal
// Design", 2008), without vermilion, which marks contacts here, and without black and white. Their lightness is changed
// so that any two differ by 18 or more (CIE 1976) for protanopes, deuteranopes and tritanopes, too.
const COLORS = ["#2b6cb0", "#d98200", "#1f9a78", "#d487b3", "#8ad0f4", "#eee37a", "#55576a"];
// Further bodies get lighter and darker shades: the color mixed with white or black by this much.
const SHADES = [0, 0.34, -0.28];
// Boxes nearer than this part of their sizes are neighbours.
const NEIGHBOUR_GAP = 0.12;

const MANY_COLORED = 500; // bodies

// A color for every body, as "#rrggbb": its own, if the scene gives it one. Greedy: in order, the shade that the
// neighbours and the other bodies use least.
function bodyColors(scene) {
  const palette = SHADES.flatMap((shade) => COLORS.map((color) => shaded(color, shade)));
  // Nobody follows single bodies in a crowd; neighbours differ mostly.
  if (scene.bodies.length > MANY_COLORED)
    return scene.bodies.map((body, index) => body.color ?? COLORS[(index * 5 + Math.floor(index / 7)) % COLORS.length]);
  const near = neighbours(scene);
  const chosen = [];
  const used = palette.map(() => 0);
  scene.bodies.forEach((_, index) => {
    const beside = near[index].filter((other) => other < index).map((other) => chosen[other]);
    const cost = (place) => {
      const hue = place % COLORS.length;
      const same = beside.filter((other) => other === place).length;
      const alike = beside.filter((other) => other % COLORS.length === hue).length;
      const shade = Math.floor(place / COLORS.length);
      return 100 * same + 10 * alike + 3 * used[place] + 2 * shade + 0.01 * hue;
    };
    const best = palette.reduce((low, _, place) => (cost(place) < cost(low) ? place : low), 0);
    chosen.push(best);
    used[best]++;
  });
  return chosen.map((place, index) => scene.bodies[index].color ?? palette[place]);
}

// For every body the bodies near it at the start, at the contact or at the end, and those it touches.
function neighbours(scene) {
  const near = scene.bodies.map(() => new Set());
  const join = (a, b) => {
    if (a === b || !near[a] || !near[b]) return;
    near[a].add(b);
    near[b].add(a);
  };
  for (const { bodyA, bodyB } of scene.contacts) join(bodyA, bodyB);
  for (const time of [scene.start, scene.contactTime ?? scene.start, scene.end]) {
    const boxes = scene.bodies.map((body, index) => {
      const [low, high] = boxOf(body.outline(time).flat());
      return { index, low, high, margin: NEIGHBOUR_GAP * length(subtract(high, low)) };
    });
    // Sweep along x: a box is compared with those that begin before it ends.
    boxes.sort((one, other) => one.low[0] - other.low[0]);
    boxes.forEach((one, place) => {
      for (let next = place + 1; next < boxes.length; next++) {
        const other = boxes[next];
        if (other.low[0] > one.high[0] + one.margin) break;
        const gap = Math.min(one.margin, other.margin);
        const apart = (axis) => one.low[axis] > other.high[axis] + gap || other.low[axis] > one.high[axis] + gap;
        if (!apart(0) && !apart(1) && !apart(2)) join(one.index, other.index);
      }
    });
  }
  return near.map((set) => Array.from(set));
}

// The color mixed with white (`amount` above 0) or black.
function shaded(color, amount) {
  const towards = amount > 0 ? [1, 1, 1] : [0, 0, 0];
  const channels = mixed(rgb(color), towards, Math.abs(amount));
  return `#${channels
    .map((value) =>
      Math.round(255 * value)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

// "#rrggbb" as three numbers from 0 to 1.
function rgb(text) {
  return [1, 3, 5].map((place) => parseInt(text.slice(place, place + 2), 16) / 255);
}
