// The answers beside the first contact: the closest approach, the table of pairs, regions of contacts, pairs set aside.

class Answers {
  constructor(report, scene) {
    this.scene = scene;
    const nearest = report.clearance?.nearest;
    this.nearest = nearest ? this.closest(nearest) : null;
    this.pairs = report.pairs?.map((pair, index) => this.pair(pair, index)) ?? null;
    this.asides = (report.setAside ?? []).map((pair) => ({
      ...scene.named(pair),
      places: pair.points.map((point) => scene.inside(point)),
    }));
    // The bar marks the closest approach, and the interval in which it is known to lie.
    this.events = nearest ? [{ instant: nearest.time, during: nearest.during, kind: "closest" }] : [];
  }

  // What the picture shows of a pair: both closest points, or one point twice; `at` is the instant.
  closest(nearest) {
    const { scene } = this;
    const places = (nearest.points ?? [nearest.point, nearest.point]).map((point) => scene.inside(point));
    const across = subtract(places[1], places[0]);
    const normal = length(across) > 0 ? normalized(across) : [0, 0, 1];
    return { ...scene.named(nearest), at: nearest.time, places, place: mixed(places[0], places[1], 0.5), normal };
  }

  // A row of the table. An open pair has an instant, but no place.
  pair(json, index) {
    const { contact, clearance } = json;
    const row = { ...this.scene.named(json), index };
    if (contact) {
      const place = this.scene.inside(contact.point);
      const at = (json.time ?? contact.time)[0];
      return { ...row, at, place, places: [place, place], normal: contact.normal };
    }
    if (clearance?.nearest) {
      const { at, place, places, normal } = this.closest({ ...clearance.nearest, a: json.a, b: json.b });
      return { ...row, at, place, places, normal };
    }
    return { ...row, at: json.clearUntil, place: null, places: null, normal: null };
  }

  // The segments to draw: that of the chosen pair, or of the closest approach; fainter at other instants.
  segments(chosen, emphasis) {
    const shown = chosen ?? this.nearest;
    return shown?.places ? [{ places: shown.places, strength: mix(0.3, 1, emphasis(shown.at)), focus: true }] : [];
  }

  // The points of the pairs set aside.
  get asidePlaces() {
    return this.asides.flatMap((pair) => pair.places);
  }
}

// The contacts in groups: the regions of the report, and a group for each other contact. In a measurement each pair is
// its own group.
function contactRegions(scene) {
  const { report, measures, contacts, unit } = scene;
  const told = (measures ? [] : (report.regions ?? []))
    .map((region) => ({ ...region, contacts: region.contacts.filter((index) => index < contacts.length) }))
    .filter((region) => region.contacts.length > 1 || (region.contacts.length === 1 && region.depth));
  const grouped = new Set(told.flatMap((region) => region.contacts));
  const several = told.map((region) => ({
    ...region,
    place: scene.inside(region.centre),
    size: length(subtract(region.extent[1], region.extent[0])) / unit,
    turn: normalsTurn(region, contacts),
  }));
  const single = contacts
    .filter((contact) => !grouped.has(contact.index))
    .map(({ index, place, normal }) => ({ contacts: [index], place, normal, size: 0, depth: null, turn: 0 }));
  const regions = [...several, ...single].sort((one, other) => one.contacts[0] - other.contacts[0]);
  return regions.map((region, index) => ({ ...region, index }));
}

// The largest angle between the mean normal of a region and the normal of one of its contacts, in degrees. 180 if the
// normals cancel out.
function normalsTurn(region, contacts) {
  if (!(length(region.normal) > 0)) return 180;
  const least = region.contacts.reduce((low, index) => Math.min(low, dot(region.normal, contacts[index].normal)), 1);
  return (Math.acos(clamp(least, -1, 1)) * 180) / Math.PI;
}

const TURNED = 5; // degrees: beyond this the mean normal is the normal of no contact

// Where the arrows of a region stand, each with its normal: one at the centre, if all contacts have about that normal;
// otherwise at some of the contacts, spread over the region.
function regionArrows(region, contacts) {
  const members = region.contacts.map((index) => contacts[index]);
  const away = (place) => (least, member) => Math.min(least, length(subtract(member.place, place)));
  if (region.turn <= TURNED) return [{ ...region, region: region.index }];
  // The contact farthest from those chosen, in turn.
  const chosen = [members[0]];
  const distances = members.map((member) => length(subtract(member.place, members[0].place)));
  while (chosen.length < Math.min(SPREAD_ARROWS, members.length)) {
    const next = distances.indexOf(Math.max(...distances));
    if (!(distances[next] > 0)) break;
    chosen.push(members[next]);
    members.forEach((member, index) => (distances[index] = away(members[next].place)(distances[index], member)));
  }
  return chosen.map(({ place, normal }) => ({ place, normal, region: region.index }));
}

const SPREAD_ARROWS = 8; // most arrows of one region

// The sides of a box. A side that is nothing but rounding, compared with the longest, is 0.
function sidesWords([low, high]) {
  const sides = subtract(high, low);
  const longest = Math.max(...sides);
  return sides.map((side) => quantity(side < 1e-8 * longest ? 0 : side, "m")).join(" × ");
}

// Names and values of a region of several contacts, for the list.
function regionDetails({ contacts, extent, centre, normal, gap, depth, turn }, first) {
  return [
    ["contacts", count(contacts.length)],
    ["extent", sidesWords(extent)],
    ...(depth ? [["depth", bracketElement(depth, "m")]] : []),
    ["gap", gap[0] === gap[1] ? quantity(gap[0], "m") : `${quantity(gap[0], "m")} to ${quantity(gap[1], "m")}`],
    ["centre", triple(centre)],
    ["normal", turn <= TURNED ? triple(normal) : "different at each contact"],
    ["time", bracketElement(first.time)],
  ];
}

// Lists the pairs set aside, with the words about each.
function fillAsides(panel, asides, words) {
  byId("asides-section").hidden = asides.length === 0;
  byId("aside-count").textContent = count(asides.length);
  const row = (pair, index) =>
    element(
      "li",
      { class: "aside" },
      element("span", { class: "pair" }, ...panel.pairNames(pair)),
      element("span", {}, words[index]),
    );
  byId("aside-list").append(...asides.slice(0, LISTED).map(row));
}
