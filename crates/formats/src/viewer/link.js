// A link to what the page shows now: time, camera, contact, section, tape, what is drawn. The table in the crate's
// documentation lists the names.

const STYLE_LETTERS = { opaque: "o", translucent: "t", wire: "w", hidden: "h" };

function linkOptions(app) {
  const { camera, scene, timeline, section, tape, panel, show } = app;
  const degrees = (angle) => (angle * 180) / Math.PI;
  const zoom = (app.home().distance * app.zoom) / camera.distance;
  const metres = (value) => Number(value.toPrecision(15));
  const options = new Map([
    ["t", timeline.time],
    ["view", [degrees(camera.azimuth), degrees(camera.elevation), zoom].join(",")],
    ["at", add(scene.centre, scaled(camera.target, scene.unit)).map(metres).join(",")],
  ]);
  if (app.selected !== null) options.set("contact", app.selected + 1);
  if (app.pair?.index !== undefined) options.set("pair", app.pair.index + 1);
  if (app.chosenTheme) options.set("theme", app.chosenTheme);
  if (section.on) options.set("section", section.text);
  if (tape.on) options.set("tape", tape.text);
  const styles = panel.drawnStyles().map((style) => STYLE_LETTERS[style]).join("");
  if (/[^o]/.test(styles)) options.set("styles", styles);
  const shown = Object.keys(show).filter((name) => show[name]);
  options.set("show", shown.join(","));
  return options;
}

function linkText(app) {
  const pairs = Array.from(linkOptions(app), ([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `#${pairs.join("&").replaceAll("%2C", ",").replaceAll("%3B", ";")}`;
}

// Writes the link into the address and, where the browser allows it, into the clipboard.
async function copyLink(app) {
  window.history.replaceState(null, "", linkText(app));
  const button = byId("link");
  const copied = await navigator.clipboard?.writeText(location.href).then(
    () => true,
    () => false,
  );
  button.textContent = copied ? "Copied" : "In the address";
  setTimeout(() => (button.textContent = "Link"), 1800);
}

// Applies the options that concern more than time and camera.
function applyLink(app, options) {
  const { panel, section, tape, show } = app;
  if (options.has("show")) {
    const shown = options.get("show").split(",");
    for (const name of Object.keys(show)) show[name] = shown.includes(name);
    app.showToggles();
  }
  const styles = options.get("styles") ?? "";
  panel.setStyles(Array.from(styles, (letter) => Object.keys(STYLE_LETTERS).find((s) => STYLE_LETTERS[s] === letter)));
  section.read(options.get("section"));
  tape.read(options.get("tape"));
}

// The camera position that the options name; null without `at`.
function linkedCamera(app, options) {
  const place = (options.get("at") ?? "").split(",").map(Number);
  if (place.length !== 3 || !place.every(Number.isFinite)) return null;
  return { ...app.home(), target: app.scene.inside(place) };
}

// The fragment of the URL, as names and values.
function hashOptions() {
  const pairs = location.hash.slice(1).split("&").filter(Boolean);
  return new Map(
    pairs.map((pair) => {
      const [name, ...value] = pair.split("=");
      return [name, decoded(value.join("="))];
    }),
  );
}

// Text of a link, with escapes replaced; as it is where they are broken.
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
