// The smallest distance over time of one trajectory, or of two in one axis.

const WIDTH = 640;
const HEIGHT = 160;

function filledPlot(entries) {
  const figure_ = document.getElementById("plot").content.firstElementChild.cloneNode(true);
  const part = (name) => figure_.querySelector(name);
  const curves = entries.map((entry) => entry.curve);
  const start = Math.min(...entries.map((entry) => entry.span?.[0] ?? 0));
  const end = Math.max(...entries.map((entry) => entry.span?.[1] ?? 1));
  const known = curves.filter(Boolean);
  const far = Math.max(0, ...known.map((curve) => curve.far));
  const most = Math.max(1e-9, ...known.flatMap((curve) => curve.atMost));
  const x = (time) => ((WIDTH * (time - start)) / (end - start || 1)).toFixed(2);
  const y = (value) => (HEIGHT - ((HEIGHT - 3) * value) / most).toFixed(2);
  curves.forEach((curve, index) => {
    const side = ["one", "two"][index];
    if (!curve) return;
    const lowest = curve.times[curve.atMost.indexOf(Math.min(...curve.atMost))];
    const at = entries[index].time?.[0] ?? lowest;
    part(`.mark-at.${side}`).setAttribute("d", `M${x(at)} 0V${HEIGHT}`);
    const point = (time, key) => `${key ? "L" : "M"}${x(time)} ${y(curve.atMost[key])}`;
    part(`.line.${side}`).setAttribute("d", curve.times.map(point).join(""));
    const step = (value, key) => `V${y(value)}H${x(curve.times[key + 1])}`;
    const area = `M${x(curve.times[0])} ${HEIGHT}${curve.atLeast.map(step).join("")}V${HEIGHT}Z`;
    part(`.bound.${side}`).setAttribute("d", area);
  });
  part("svg").setAttribute("aria-label", `Clearance over time of ${entries.map(({ name }) => name).join(" and ")}`);
  const top = most < far ? quantity(most, "m") : `${quantity(far, "m")} or more`;
  part(".top").textContent = known.length === 0 ? "" : top;
  part(".start").textContent = `${figure(start)} s`;
  part(".end").textContent = `${figure(end)} s`;
  entries.forEach(({ name, curve }, index) => {
    const side = ["one", "two"][index];
    const legend = (kind, text) => part("figcaption").append(element("span", { class: `${kind} ${side}` }, text));
    if (!curve) return;
    const whose = curve.toWorld ? "distance to the world" : "smallest distance";
    legend("line", entries.length > 1 ? `${name}: ${whose}` : `${whose}, measured`);
    legend("bound", `${entries.length > 1 ? `${name}: ` : ""}never closer, ${curve.evidence}`);
  });
  return figure_;
}

// An element with attributes and children; strings become text.
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== null) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}
