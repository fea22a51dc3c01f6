// Words about clearance, pairs, regions of contacts and pairs set aside. `answerWords` alone decides by them.

// An upper bound of a length, rounded up to these digits.
function lengthAbove(value, digits = 3) {
  const size = 10 ** (Math.floor(Math.log10(value)) + 1 - digits);
  const rounded = Number(value.toPrecision(digits));
  return quantity(value > 0 && rounded < value ? rounded + size : rounded, "m", digits);
}

// A clearance. A bound that is not known has no number.
//
// | field | meaning |
// |---|---|
// | `name` | what is measured |
// | `bound`, `sure` | the bound in words; whether it is proved |
// | `within` | the nearest pair's distance and instant, or "" |
// | `notes` | one line for each distance that was not measured |
function clearanceWords(name, { atLeast, evidence, note, notMeasured, nearest }) {
  const known = atLeast > 0;
  const notes = (notMeasured ?? []).map((what) => `Not measured: ${what}`);
  return {
    name,
    bound: known ? `at least ${tight(lengthBelow(atLeast))}, ${evidence}` : (note ?? "not known"),
    sure: known && evidence === "proved",
    within: nearest ? `within ${tight(lengthAbove(nearest.within))} at ${tight(`${figure(nearest.time, 5)} s`)}` : "",
    notes: known && note ? [note, ...notes] : notes,
  };
}

// The clearances of a report: of a robot, those among its links and to the world.
function clearancesWords({ clearance, selfClearance, worldClearance }) {
  const apart = [
    ["Clearance among the links", selfClearance],
    ["Clearance to the world", worldClearance],
  ].filter(([, found]) => found);
  const told = apart.length > 0 ? apart : clearance ? [["Clearance", clearance]] : [];
  return told.map(([name, found]) => clearanceWords(name, found));
}

// The headline of a clear scene, and a sentence. The headline has the bound only if it is as certain as the verdict.
function howClear(scene) {
  const { clearance, evidence, setAside } = scene.report;
  const others = setAside?.length > 0;
  const least = scene.separation > 0 ? tight(quantity(scene.separation, "m")) : "";
  const plain = least
    ? `${others ? "All others" : "They"} stay ${least} apart`
    : others
      ? "Nothing else touches"
      : "They never touch";
  if (!clearance) return { title: plain, sentence: "" };
  const { bound, within } = clearanceWords("", clearance);
  const pair = clearance.nearest;
  const nearest = pair ? `; nearest ${pair.a} and ${pair.b} ${within}` : "";
  const sentence = ` Clearance: ${bound}${nearest}.`;
  const told = clearance.atLeast > (scene.separation ?? 0) && clearance.evidence === evidence;
  if (!told) return { title: plain, sentence };
  const who = clearance.notMeasured?.length > 0 ? "The measured pairs" : others ? "All others" : "They";
  return { title: `${who} stay at least ${tight(lengthBelow(clearance.atLeast))} apart`, sentence };
}

// A row of the table of pairs: its sign and number in the matrix, and a line of text.
function pairWords({ verdict, evidence, clearUntil, time, contact, clearance }, separation) {
  if (verdict === "touch") {
    const at = time?.[0] ?? clearUntil;
    const number = tight(`${figure(at, 4)} s`);
    const near = contact?.proved === false ? " within tolerance" : "";
    const touch = separation > 0 ? `within ${tight(quantity(separation, "m"))}` : "touch";
    const text = contact?.initial ? `${touch}${near} from the start` : `first ${touch}${near} at ${number}`;
    const earlier = evidence === "proved" ? "; proved: none earlier" : "; none earlier was found";
    const first = contact?.initial;
    return { sign: "●", number: first ? "start" : number, text: first ? text : text + earlier };
  }
  if (verdict === "clear") {
    const known = clearance?.atLeast > 0;
    const { bound, within } = clearance ? clearanceWords("", clearance) : { bound: "", within: "" };
    const never = known ? "" : `never touch, ${evidence}`;
    const told = known || !bound ? bound : `clearance: ${bound}`;
    const number = known ? tight(lengthBelow(clearance.atLeast)) : "clear";
    return { sign: "○", number, text: [never, told, within].filter(Boolean).join("; ") };
  }
  return { sign: "◆", number: "open", text: `not settled after ${instant(clearUntil)}` };
}

// A pair that touches at the start and was set aside.
function asideWords({ depth, countsFrom }) {
  const deep = depth ? `, ${tight(quantity(depth[1], "m"))} deep at the start` : "";
  if (countsFrom === null || countsFrom === undefined) return `set aside: not judged${deep}`;
  return `set aside: counts again from ${tight(`${figure(countsFrom, 9)} s`)}${deep}`;
}

// The contacts of a region: `text` if there are several, and how certain they are.
function regionWords({ contacts, extent, depth }, all) {
  const members = contacts.map((index) => all[index]);
  const [first] = members;
  const proved = members.filter((contact) => contact.proved).length;
  const same = members.every((contact) => contactWords(contact) === contactWords(first));
  const evidence = same ? contactWords(first) : `${count(proved)} of ${count(members.length)} proved`;
  const sure = proved === members.length;
  if (members.length === 1) return { text: "", evidence, sure };
  const across = `${count(members.length)} contacts over ${quantity(length(subtract(extent[1], extent[0])), "m")}`;
  return { text: depth ? `${across}, ${quantity(depth[1], "m")} deep` : across, evidence, sure };
}
