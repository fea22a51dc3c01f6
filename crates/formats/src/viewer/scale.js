// The scale bar, the width of the grid and the directions of the axes, in a corner of the picture.

const SCALE_PIXELS = 110; // most pixels of the bar

// The greatest of 1, 2 or 5 times a power of ten that is at most `value`.
function roundBelow(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  const digit = [5, 2, 1].find((digit) => digit * power <= value * (1 + 1e-9)) ?? 1;
  return digit * power;
}

// Metres for the bar and pixels on the page, at the distance of the point that the camera looks at.
function scaleBar(camera, unit, pixelsHigh) {
  const metresPerPixel = camera.pixelSize(pixelsHigh) * unit;
  const metres = roundBelow(SCALE_PIXELS * metresPerPixel);
  return { metres, pixels: metres / metresPerPixel };
}

function showScale({ camera, scene, canvas, show }) {
  const { metres, pixels } = scaleBar(camera, scene.unit, canvas.clientHeight);
  byId("scale-bar").style.width = `${pixels.toFixed(1)}px`;
  byId("scale-text").textContent = quantity(metres, "m");
  byId("grid-text").textContent = show.ground ? `grid ${quantity(gridCell(scene.unit), "m")}` : "";
  const { right, up, back } = camera.axes();
  ["x", "y", "z"].forEach((name, axis) => {
    const [x, y] = [20 + 15 * right[axis], 20 - 15 * up[axis]];
    byId(`axis-${name}`).setAttribute("d", `M20 20L${x.toFixed(1)} ${y.toFixed(1)}`);
    const label = byId(`axis-${name}-name`);
    label.setAttribute("x", (20 + 19 * right[axis]).toFixed(1));
    label.setAttribute("y", (23 - 19 * up[axis]).toFixed(1));
    // An axis that points at the viewer would cover the others.
    label.setAttribute("opacity", Math.abs(back[axis]) > 0.95 ? "0" : "1");
  });
}
