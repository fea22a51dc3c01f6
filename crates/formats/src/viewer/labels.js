// Where the names of the bodies stand: above their bodies, inside the picture, without overlap.

const LABEL_HEIGHT = 26; // pixels from one row of labels to the next
const LABEL_ROWS = 6; // rows tried above and below the wanted one

// Places for labels of half width `halfWidth` that want to end at (x, y), in the order given; null for a label without
// a free place, and for `null`. Every label tries a fixed number of rows: the work is bounded whatever the numbers are.
function labelPlaces(wanted, { width, top, bottom }) {
  const taken = [];
  return wanted.map((label) => {
    if (!label) return null;
    const { halfWidth } = label;
    const x = clamp(label.x, halfWidth + 6, Math.max(halfWidth + 6, width - halfWidth - 6));
    const first = clamp(label.y, top, Math.max(top, bottom));
    for (let step = 0; step <= 2 * LABEL_ROWS; step++) {
      // Rows in turn: the wanted one, below, above, two below, and so on.
      const row = step % 2 ? (step + 1) / 2 : -step / 2;
      const y = first + row * LABEL_HEIGHT;
      const inside = y >= top && y <= bottom;
      const covers = (other) =>
        Math.abs(other.x - x) < other.halfWidth + halfWidth + 4 && Math.abs(other.y - y) < LABEL_HEIGHT - 0.5;
      if (!inside || taken.some(covers)) continue;
      taken.push({ x, y, halfWidth });
      return { x, y };
    }
    return null;
  });
}
