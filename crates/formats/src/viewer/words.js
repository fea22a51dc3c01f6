// The answer in words without jargon, and numbers in readable units.

const PREFIXES = [
  [1e3, "k"],
  [1, ""],
  [1e-3, "m"],
  [1e-6, "µ"],
  [1e-9, "n"],
  [1e-12, "p"],
  [1e-15, "f"],
];

// A quantity with a prefix, by default with three significant digits: 3.2 µm.
function quantity(value, unit, digits = 3) {
  if (value === null || !Number.isFinite(value)) return "–";
  if (value === 0) return `0 ${unit}`;
  const size = Math.abs(value);
  const [factor, prefix] = PREFIXES.find(([factor]) => size >= factor * 0.9995) ?? [0, ""];
  if (factor === 0 || size >= 1e6) return `${value.toExponential(1)} ${unit}`;
  return `${trimmed((value / factor).toPrecision(digits))} ${prefix}${unit}`;
}

const trimmed = (text) => (text.includes(".") && !text.includes("e") ? text.replace(/\.?0+$/, "") : text);

// A number with the given significant digits, without an exponent if it is short enough.
function figure(value, digits = 6) {
  if (value === null || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (value !== 0 && (size < 1e-5 || size >= 1e7))
    return value.toExponential(Math.max(0, digits - 3)).replace(/\.?0+e/, "e");
  const text = value.toPrecision(digits);
  return trimmed(text.includes("e") ? String(Number(text)) : text).replace("-", "−");
}

// The same for a lower bound: rounded down, so that it stays a lower bound.
function figureBelow(value, digits = 9) {
  if (value === 0 || Number(value.toPrecision(digits)) <= value) return figure(value, digits);
  const unit = 10 ** (Math.floor(Math.log10(Math.abs(value))) + 1 - digits);
  return figure(value - unit, digits);
}

// A lower bound of a length, rounded down to these digits.
function lengthBelow(value, digits = 3) {
  const size = 10 ** (Math.floor(Math.log10(value)) + 1 - digits);
  const rounded = Number(value.toPrecision(digits));
  return quantity(value > 0 && rounded > value ? rounded - size : rounded, "m", digits);
}

// The same text with spaces that do not break.
const tight = (text) => text.replaceAll(" ", "\u00a0");

// "t = 0.5 s", with spaces that do not break.
const instant = (time) => `t\u00a0=\u00a0${figureBelow(time)}\u00a0s`;
const triple = (vector) => `(${vector.map((value) => figure(Math.abs(value) < 1e-12 ? 0 : value, 4)).join(", ")})`;
const count = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");
const plural = (number, one, many = `${one}s`) => `${count(number)} ${number === 1 ? one : many}`;

// A bracket as the digits that both ends share and those that differ: "0.43291" and "07…31".
function bracket([low, high]) {
  const [a, b] = [String(low), String(high)];
  if (a === b) return { same: a, low: "", high: "" };
  let same = 0;
  if (!a.includes("e") && !b.includes("e") && a.indexOf(".") === b.indexOf("."))
    while (same < a.length && a[same] === b[same]) same++;
  return { same: a.slice(0, same), low: a.slice(same), high: b.slice(same) };
}

// All words about the answer that depend on verdict, evidence and time: nothing else on the page decides them.
//
// | field | meaning |
// |---|---|
// | `chip`, `title`, `text`, `when` | kind of answer, headline, its meaning, its time |
// | `evidence` | how certain the headline is |
// | `ticked` | whether the headline itself is proved |
// | `phase` | what is known about the instant `time` |
// | `clearances` | how clear it is, as `clearanceWords` tells it |
// | `regions` | what `regionWords` tells of each region of contacts |
// | `asides` | a line for each pair set aside |
// | `pairs` | null, or for each row of the table of pairs what `pairWords` tells |
function answerWords(scene, time) {
  const { report } = scene;
  const words = { touch: touchWords, clear: clearWords, open: openWords };
  const told = scene.history
    ? historyWords(scene)
    : scene.measures
      ? measureWords(scene)
      : (words[report.verdict]?.(scene) ?? { chip: report.verdict, title: report.verdict, evidence: report.evidence });
  const plain = { text: "", when: "", ticked: false };
  return {
    ...plain,
    ...told,
    phase: phaseWords(scene, time),
    clearances: clearancesWords(report),
    regions: scene.measures ? [] : (scene.regions ?? []).map((region) => regionWords(region, scene.contacts)),
    asides: (report.setAside ?? []).map(asideWords),
    pairs: report.pairs?.map((pair) => pairWords(pair, scene.separation)) ?? null,
  };
}

// What is known about the instant.
function phaseWords(scene, time) {
  if (scene.history) return scene.history.phase(time);
  if (scene.measures) return scene.measures.phase(time);
  const { verdict, clearUntil } = scene.report;
  const contact = contactSpan(scene);
  if (contact && time >= contact[0]) {
    const what = scene.separation > 0 ? `approach to ${tight(quantity(scene.separation, "m"))}` : "contact";
    if (time > contact[1]) return `past the first ${what}`;
    return contactProved(scene) ? `first ${what}` : `first ${what}, within tolerance`;
  }
  return verdict !== "clear" && time > clearUntil ? "not settled" : "";
}

// The instants at which the first contact may lie: the brackets of the report and of its contacts. Null without one.
function contactSpan({ report, contacts, start, end }) {
  if (!report.time) return null;
  const ends = contacts.map((contact) => contact.time?.[1] ?? -Infinity);
  return [clamp(report.time[0], start, end), ends.reduce((high, time) => Math.max(high, time), report.time[1])];
}

// Whether the report proves that a contact exists.
const contactProved = ({ contacts }) => contacts.some((contact) => contact.proved);

// The guarantee for a proved time interval.
function apart(scene) {
  const how = scene.separation > 0 ? `more than ${quantity(scene.separation, "m")} apart` : "apart";
  const { setAside, clearance } = scene.report;
  const others = clearance?.notMeasured?.length > 0 ? "all pairs that were asked about" : "all bodies";
  const who = setAside?.length > 0 ? "all pairs that are not set aside" : others;
  return `${who} are certainly ${how}, at every instant and not only at samples.`;
}

const NO_PROOF = "and errors were estimated. This is not a proof.";
const span = (scene) => `${figure(scene.start)} s to ${figure(scene.end)} s`;

// The report proves two things apart from each other: that there is no earlier contact, and that the contact exists.
// The headline is ticked only if both are proved.
function touchWords(scene) {
  const { report, contacts } = scene;
  const exists = contactProved(scene);
  const ticked = exists && report.evidence === "proved";
  const evidence = exists || report.evidence !== "proved" ? evidenceName(report) : "Within tolerance";
  const itself = contacts.length > 0 && contacts.every((contact) => contact.a === contact.b);
  const least = scene.separation > 0 ? tight(quantity(scene.separation, "m")) : "";
  const who = itself
    ? `It ${least ? `comes within ${least} of` : "touches"} itself`
    : `They ${least ? `come within ${least}` : "touch"}`;
  const chip = scene.separation > 0 ? "Too near" : "Contact";
  const within = exists ? "" : " within tolerance";
  const doubt = exists
    ? ""
    : " The bodies come that near within the tolerance; whether they truly meet is not proved.";
  if (contacts.length > 0 && contacts.every((contact) => contact.initial)) {
    const title = `${who}${within} from the start`;
    const what = scene.separation > 0 ? "come that near" : "touch or overlap";
    const text = `The bodies ${what} already at the beginning of the time that was asked about.${doubt}`;
    return { chip, title, evidence, ticked, text };
  }
  const until = instant(report.clearUntil);
  const text = {
    proved: `Proved: no earlier contact is possible. Until ${until} ${apart(scene)}`,
    computed: `Computed in floating point: no earlier contact was found, ${NO_PROOF}`,
    sampled: `Sampled: no contact was met at the instants tried before ${until}. An earlier one may have been missed.`,
  }[report.evidence];
  const title = who + within;
  const at = contactSpan(scene)?.[0] ?? null;
  const when = at === null ? "" : `at ${figure(at, 6)} s`;
  return { chip, title, evidence, ticked, text: (text ?? "") + doubt, when };
}

function clearWords(scene) {
  const what = scene.report.setAside?.length > 0 ? "no other contact" : "no contact";
  const text = {
    proved: `Proved: ${what} is possible. From ${span(scene)} ${apart(scene)}`,
    computed: `Computed in floating point: ${what} was found from ${span(scene)}, ${NO_PROOF}`,
    sampled: `Sampled: ${what} was met at the instants tried from ${span(scene)}. One may have been missed.`,
  }[scene.report.evidence];
  const { title, sentence } = howClear(scene);
  const ticked = scene.report.evidence === "proved";
  return { chip: "Clear", title, evidence: evidenceName(scene.report), ticked, text: (text ?? "") + sentence };
}

function openWords(scene) {
  const { report } = scene;
  const settled = report.clearUntil > scene.start;
  const sure = report.evidence === "proved" ? "Proved up to here" : evidenceName(report);
  const known = settled ? openUntil(scene) : "Nothing could be settled before that.";
  const text = `The work that was allowed ran out. ${known} Allow more work to go on.`;
  return { chip: "Open", title: "Not settled", evidence: settled ? sure : "", text };
}

// What is known about the time before an open end.
function openUntil(scene) {
  const until = `Until ${instant(scene.report.clearUntil)}`;
  const known = {
    proved: `${until} ${apart(scene)}`,
    computed: `${until} no contact was found, ${NO_PROOF}`,
    sampled: `${until} no contact was met at the instants tried. One may have been missed.`,
  }[scene.report.evidence];
  return `${known ?? ""} What comes after is not settled.`;
}

function historyWords(scene) {
  const { ending, reason, counts, tracks } = scene.history;
  const happened = [
    counts.impacts ? plural(counts.impacts, "impact") : "",
    tracks.length ? plural(tracks.length, "lasting contact") : "",
  ].filter(Boolean);
  const what = happened.length ? happened.join(", ") : "nothing touches";
  const text = {
    finished:
      `From ${span(scene)}: ${what}. ` +
      (reason || "Contacts are found in continuous time: none is missed between two instants."),
    open: `The work that was allowed ran out at ${figure(scene.end)} s: ${what} until then.`,
    stopped: `It stopped at ${figure(scene.end)} s: ${reason}`,
  }[ending];
  const chip = { finished: "Finished", open: "Open", stopped: "Stopped" }[ending] ?? ending;
  return { chip, title: `${figure(scene.duration, 4)} s simulated`, evidence: "", text: text ?? "" };
}

// A depth between two bounds. Bounds that differ by more than a hundredth leave it open below the upper one.
function depthWords([least, most]) {
  return `${most - least > 0.01 * most ? "at most " : ""}${quantity(most, "m")}`;
}

// The nearest of all pairs, which are listed nearest first.
function measureWords(scene) {
  const { measures, report } = scene;
  const { pairs, verdict, question } = measures;
  const [first] = pairs;
  const evidence = evidenceName(report);
  if (!first) {
    const none = measures.farther > 0;
    const title = none ? "No pair is that near" : "There is no pair to measure";
    const ticked = none && report.evidence === "proved";
    return { chip: "Apart", title, evidence: none ? evidence : "", ticked, text: "", when: "" };
  }
  const over = question === "span";
  const ticked = report.evidence === "proved" && verdict !== "open";
  const alone = pairs.length + measures.farther === 1;
  const proved = report.evidence === "proved" ? "Proved" : "Computed in floating point";
  const doubt = report.evidence === "proved" ? "" : " Errors were estimated. This is not a proof.";
  const when = over ? `at ${figure(first.at, 5)} s` : "";
  const asked = over ? `from ${span(scene)}` : `at ${figure(first.at)} s`;
  if (verdict === "overlap") {
    const overlapping = pairs.filter((pair) => pair.verdict === "overlap").length;
    const deep = first.penetration ? tight(depthWords(first.penetration.depth)) : "";
    const by = deep ? ` by ${deep}` : "";
    const title = over ? "They touch" : alone ? `They overlap${by}` : deep ? `An overlap of ${deep}` : "An overlap";
    const many = overlapping > 1 ? `${count(overlapping)} pairs have` : `${first.a} and ${first.b} have`;
    return { chip: "Overlap", title, evidence, ticked, text: `${proved}: ${many} a common point.${doubt}`, when };
  }
  if (verdict === "open") {
    const upper = tight(lengthAbove(first.distance[1]));
    const title = over ? `They come within ${upper}` : `They are within ${upper}`;
    return { chip: "Open", title, evidence: "", text: "Whether they have a common point is not settled.", when };
  }
  const who = alone ? "They" : "The nearest";
  const apart = tight(quantity(first.distance[1], "m"));
  const title = over ? `${who} come within ${apart}` : `${who} are ${apart} apart`;
  const least = pairs.reduce((low, pair) => Math.min(low, pair.distance[0]), Infinity);
  const bound = `no two measured bodies are closer than ${tight(lengthBelow(least, 6))}`;
  const always = over ? ", at every instant and not only at samples" : "";
  const text = `${proved}: ${asked}, ${bound}${always}.${doubt}`;
  return { chip: "Apart", title, evidence, ticked, text, when };
}

function evidenceName(report) {
  return { proved: "Proved", computed: "Computed", sampled: "Sampled" }[report.evidence] ?? report.evidence;
}

// The certainty of the contact itself.
function contactWords(contact) {
  if (contact.initial) return "there at the start";
  return contact.proved ? "proved to exist" : "within tolerance";
}

// The playback rate relative to real time.
function rateWords(rate) {
  if (Math.abs(rate - 1) < 1e-9) return "real time";
  const times = rate < 1 ? 1 / rate : rate;
  const rounded = times >= 100 ? Number(times.toPrecision(2)) : Number(times.toPrecision(3));
  return `${count(rounded)}× ${rate < 1 ? "slower" : "faster"}`;
}

// A feature in words: its name, if it has one. Four decimals are enough to find the point on an edge or a face.
function featureWords({ kind, index, at, name }) {
  if (name) return name;
  const number = (value) => (/\.\d{5,}/.test(String(value)) ? value.toFixed(4) : String(value));
  switch (kind) {
    case "edge":
      return `edge ${index} at ${number(at)}`;
    case "face":
      return `face ${index} (${at.map(number).join(", ")})`;
    case "patch":
      return `face ${index} at (${at.map(number).join(", ")})`;
    case "part":
      return `part ${index} of the surface`;
    default:
      return `${kind} ${index}`;
  }
}
