//! Frames of an assembly, and which frame contains which at which pose.

use super::StepPlacement;
use super::attributes::Attributes;
use super::error::{StepErrorKind, StepOutcome};
use super::products::{Occurrence, Products, Relation, ShapeRepresentation, is_shape};
use super::reader::{Reader, frame, wrong_entity};
use super::units::Units;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tangency_geometry::Pose;

/// Frames: sets of representations that share their coordinates.
pub(super) struct Frames {
    pub(super) representations: Vec<ShapeRepresentation>,
    /// The representations of each frame, as indices.
    members: Vec<Vec<usize>>,
    /// What each frame contains.
    edges: Vec<Vec<FrameEdge>>,
    /// Whether another frame contains it.
    contained: Vec<bool>,
    /// The name of the product of each frame; empty if it has none.
    names: Vec<String>,
    /// The frames of product definitions.
    by_product: HashMap<u64, usize>,
    /// The occurrences that have a place.
    placed: HashSet<u64>,
    /// Frames that contain others by mapped items.
    mapped: HashSet<(usize, usize)>,
    /// The places that relations gave.
    related: HashSet<PlaceKey>,
}

/// A frame, one within it, and the bits of its pose.
type PlaceKey = (usize, usize, [u64; 7]);

/// A frame within another one.
pub(super) struct FrameEdge {
    pub(super) part: usize,
    /// The pose of the part in the frame that contains it.
    pub(super) pose: Pose,
    pub(super) name: Arc<str>,
}

/// A `MAPPED_ITEM`: a representation within another one.
struct Mapped<'t> {
    own: Attributes<'t>,
    /// The representation that contains it, as an index.
    whole: usize,
    origin: u64,
    /// The representation that it contains, by entity.
    part: u64,
    target: u64,
}

impl Frames {
    pub(super) fn count(&self) -> usize {
        self.members.len()
    }

    pub(super) fn members(&self, frame: usize) -> &[usize] {
        &self.members[frame]
    }

    pub(super) fn edges(&self, frame: usize) -> &[FrameEdge] {
        &self.edges[frame]
    }

    pub(super) fn roots(&self) -> impl Iterator<Item = usize> {
        (0..self.count()).filter(|&frame| !self.contained[frame])
    }

    pub(super) fn first_representation(&self, frame: usize) -> u64 {
        self.representations[self.members[frame][0]].number
    }

    pub(super) fn product_name(&self, frame: usize) -> &str {
        &self.names[frame]
    }

    /// The name of the product, or of a representation.
    pub(super) fn name(&self, frame: usize) -> &str {
        let members = self.members[frame].iter().map(|&index| self.representations[index].name.as_str());
        let named = std::iter::once(self.product_name(frame)).chain(members).find(|name| !name.trim().is_empty());
        named.unwrap_or_default()
    }

    pub(super) fn of_product(&self, definition: u64) -> Option<usize> {
        self.by_product.get(&definition).copied()
    }

    /// Whether an occurrence of the part has a place.
    pub(super) fn places(&self, occurrence: &Occurrence, part: usize) -> bool {
        let mapped = |whole: usize| self.mapped.contains(&(whole, part));
        self.placed.contains(&occurrence.number) || self.of_product(occurrence.whole).is_some_and(mapped)
    }
}

impl<'t> Reader<'t> {
    /// The frames of the file.
    pub(super) fn frames(&mut self, products: &Products) -> StepOutcome<Frames> {
        let relations = self.relations(products)?;
        let mut wanted: Vec<u64> = self.exchange.of_types(is_shape);
        wanted.extend(products.shapes.iter().map(|(_, representation)| *representation));
        for relation in relations.iter().filter(|relation| is_placing(relation)) {
            // What a relation refers to must be there.
            for number in [relation.first, relation.second] {
                self.follow(&relation.own, number)?;
                wanted.push(number);
            }
        }
        let (representations, mapped) = self.representations(wanted)?;
        let index_of: HashMap<u64, usize> =
            representations.iter().enumerate().map(|(index, representation)| (representation.number, index)).collect();

        let mut sets = Sets::new(representations.len());
        for relation in relations.iter().filter(|relation| !is_placing(relation)) {
            if let (Some(&a), Some(&b)) = (index_of.get(&relation.first), index_of.get(&relation.second)) {
                sets.join(a, b);
            }
        }
        let mut first_of: HashMap<u64, usize> = HashMap::new();
        for (definition, representation) in &products.shapes {
            let index = index_of[representation];
            let first = *first_of.entry(*definition).or_insert(index);
            sets.join(first, index);
        }
        let (frame_of, members) = sets.numbered();
        let count = members.len();
        let mut frames = Frames {
            representations,
            members,
            edges: (0..count).map(|_| Vec::new()).collect(),
            contained: vec![false; count],
            names: vec![String::new(); count],
            by_product: first_of.into_iter().map(|(definition, index)| (definition, frame_of[index])).collect(),
            placed: HashSet::new(),
            mapped: HashSet::new(),
            related: HashSet::new(),
        };
        for (definition, representation) in &products.shapes {
            let name = &mut frames.names[frame_of[index_of[representation]]];
            if name.is_empty() {
                name.clone_from(&products.names[definition]);
            }
        }
        for relation in relations.iter().filter(|relation| is_placing(relation)) {
            let indices = [index_of[&relation.first], index_of[&relation.second]];
            self.place_relation(&mut frames, relation, indices, (&frame_of, products))?;
        }
        for item in &mapped {
            self.place_mapped(&mut frames, item, (&frame_of, &index_of))?;
        }
        Ok(frames)
    }

    /// Reads representations, and those that their mapped items refer to.
    fn representations(&mut self, mut wanted: Vec<u64>) -> StepOutcome<(Vec<ShapeRepresentation>, Vec<Mapped<'t>>)> {
        wanted.sort_unstable();
        wanted.dedup();
        let mut known: HashSet<u64> = wanted.iter().copied().collect();
        let mut mapped = Vec::new();
        let mut found = Vec::new();
        let mut next = 0;
        while next < wanted.len() {
            let representation = self.representation(wanted[next])?;
            next += 1;
            for &item in &representation.items {
                self.spend(1)?;
                let entity = self.listed_item(representation.number, item)?;
                if !entity.is("MAPPED_ITEM") {
                    continue;
                }
                // name, map, target; the map has an origin and a representation
                let own = entity.attributes(&["REPRESENTATION_ITEM", "MAPPED_ITEM"]);
                let map = self.follow(&own, own.reference(1)?)?;
                if !map.is("REPRESENTATION_MAP") {
                    return Err(wrong_entity(&own, &map, "REPRESENTATION_MAP"));
                }
                let map = map.attributes(&["REPRESENTATION_MAP"]);
                let part = map.reference(1)?;
                self.follow(&map, part)?;
                if known.insert(part) {
                    wanted.push(part);
                }
                let (origin, target) = (map.reference(0)?, own.reference(2)?);
                mapped.push(Mapped { own, whole: found.len(), origin, part, target });
            }
            found.push(representation);
        }
        Ok((found, mapped))
    }

    /// Adds what a relation with a transformation, or with an occurrence, contains.
    fn place_relation(
        &mut self,
        frames: &mut Frames,
        relation: &Relation<'t>,
        [first, second]: [usize; 2],
        (frame_of, products): (&[usize], &Products),
    ) -> StepOutcome<()> {
        let poses = self.relation_poses(frames, relation, [first, second])?;
        let [in_first, in_second] = poses;
        // The pose of one representation in the other follows from a frame that both share.
        let first_in_second = in_second.compose(&in_first.inverse());
        let second_in_first = in_first.compose(&in_second.inverse());
        let (first, second) = (frame_of[first], frame_of[second]);
        let occurrences = relation.occurrences.iter().map(|&index| Some(&products.occurrences[index]));
        let uses: Vec<Option<&Occurrence>> =
            if relation.occurrences.is_empty() { vec![None] } else { occurrences.collect() };
        for occurrence in uses {
            let first_is_part = match occurrence {
                Some(occurrence) => first_is_part(
                    [first, second],
                    frames.of_product(occurrence.whole),
                    frames.of_product(occurrence.part),
                ),
                // Only a product contains shapes that belong to no product.
                None => frames.names[first].is_empty() || !frames.names[second].is_empty(),
            };
            let (whole, part, pose) =
                if first_is_part { (second, first, first_in_second) } else { (first, second, second_in_first) };
            let name = occurrence.map_or_else(|| frames.name(part), |occurrence| &occurrence.name);
            let edge = FrameEdge { part, pose, name: name.into() };
            frames.related.insert(place_key(whole, part, &pose));
            frames.edges[whole].push(edge);
            frames.contained[part] = true;
            frames.placed.extend(occurrence.map(|occurrence| occurrence.number));
        }
        Ok(())
    }

    /// The poses of one and the same frame in both representations of a relation.
    fn relation_poses(&self, frames: &Frames, relation: &Relation<'t>, indices: [usize; 2]) -> StepOutcome<[Pose; 2]> {
        let Some(number) = relation.transformation else { return Ok([Pose::IDENTITY; 2]) };
        let transformation = self.follow(&relation.own, number)?;
        if !transformation.is("ITEM_DEFINED_TRANSFORMATION") {
            return Err(super::reader::unsupported(&transformation, "ITEM_DEFINED_TRANSFORMATION"));
        }
        // name, description, item of the first representation, item of the second one
        let own = transformation.attributes(&["ITEM_DEFINED_TRANSFORMATION"]);
        let mut items = [own.reference(2)?, own.reference(3)?];
        let lists = |side: usize, item: u64| frames.representations[indices[side]].lists(item);
        // Some writers give the items in the opposite order. It shows if each is listed by the other representation.
        let as_written = lists(0, items[0]) && lists(1, items[1]);
        if !as_written && lists(0, items[1]) && lists(1, items[0]) {
            items.swap(0, 1);
        }
        let pose = |side: usize| {
            // Some writers put both items into the assembly: their numbers are in its units.
            let lister = if !lists(side, items[side]) && lists(1 - side, items[side]) { 1 - side } else { side };
            let units = frames.representations[indices[lister]].units;
            self.pose(&own, items[side], &units)
        };
        Ok([pose(0)?, pose(1)?])
    }

    fn place_mapped(
        &mut self,
        frames: &mut Frames,
        item: &Mapped<'t>,
        (frame_of, index_of): (&[usize], &HashMap<u64, usize>),
    ) -> StepOutcome<()> {
        let part_index = index_of[&item.part];
        let (whole, part) = (frame_of[item.whole], frame_of[part_index]);
        let target = self.pose(&item.own, item.target, &frames.representations[item.whole].units)?;
        let origin = self.pose(&item.own, item.origin, &frames.representations[part_index].units)?;
        let pose = target.compose(&origin.inverse());
        let name = item.own.text(0)?;
        let name = if name.trim().is_empty() { frames.name(part).into() } else { name.as_str().into() };
        frames.contained[part] = true;
        frames.mapped.insert((whole, part));
        // Some files place an occurrence by a relation and again by a mapped item.
        if !frames.related.contains(&place_key(whole, part, &pose)) {
            frames.edges[whole].push(FrameEdge { part, pose, name });
        }
        Ok(())
    }

    /// The pose of a placement or of a transformation operator without scale.
    fn pose(&self, from: &Attributes<'t>, number: u64, units: &Units) -> StepOutcome<Pose> {
        let entity = self.follow(from, number)?;
        let placement = if entity.is("CARTESIAN_TRANSFORMATION_OPERATOR_3D") {
            let chain = [
                "REPRESENTATION_ITEM",
                "FUNCTIONALLY_DEFINED_TRANSFORMATION",
                "CARTESIAN_TRANSFORMATION_OPERATOR",
                "CARTESIAN_TRANSFORMATION_OPERATOR_3D",
            ];
            self.operator(&entity.attributes(&chain), units)?
        } else {
            self.placement(from, number, units)?
        };
        placement.pose().map_err(|error| from.refused(error.to_string(), "a frame within the range of numbers"))
    }

    /// Names, then two axes, the origin, the scale, and the third axis.
    fn operator(&self, own: &Attributes<'t>, units: &Units) -> StepOutcome<StepPlacement> {
        let first = own.count().checked_sub(5).ok_or_else(|| own.refused("too few values".into(), "five"))?;
        let axis = |index: usize| -> StepOutcome<Option<glam::DVec3>> {
            own.optional_reference(first + index)?.map(|direction| self.direction(own, direction)).transpose()
        };
        let (x, y, z) = (axis(0)?, axis(1)?, axis(4)?);
        let scale = if own.value(first + 3)?.is_absent() { 1.0 } else { own.real(first + 3)? };
        let origin = self.point(own, own.reference(first + 2)?, units)?;
        let placement = frame(own, origin, z.unwrap_or(glam::DVec3::Z), x)?;
        let mirrored = y.is_some_and(|y| y.dot(placement.y) < 0.0);
        if mirrored || scale != 1.0 {
            let found = if mirrored { "a mirrored copy of a part" } else { "a scaled copy of a part" };
            let advice = "let the CAD system write the copy as a part of its own";
            return Err(own.fault(StepErrorKind::Unsupported, found, "a copy that is moved and turned", advice));
        }
        Ok(placement)
    }
}

fn place_key(whole: usize, part: usize, pose: &Pose) -> PlaceKey {
    let [[x, y, z], [a, b, c]] = [pose.translation().to_array(), pose.rotation().xyz().to_array()];
    (whole, part, [x, y, z, a, b, c, pose.rotation().w].map(f64::to_bits))
}

/// Whether a relation says that one frame contains the other; otherwise they are the same.
fn is_placing(relation: &Relation<'_>) -> bool {
    relation.transformation.is_some() || !relation.occurrences.is_empty()
}

/// Whether the first of two frames is the part, if the products of the occurrence have these frames.
fn first_is_part([first, second]: [usize; 2], whole: Option<usize>, part: Option<usize>) -> bool {
    let is = |frame: usize, product: Option<usize>| Some(frame) == product;
    if is(first, part) && is(second, whole) {
        return true;
    }
    if is(second, part) && is(first, whole) {
        return false;
    }
    // One of the products has no shape of its own. Without any, the recommended order holds: the part first.
    is(first, part) || is(second, whole) || !(is(second, part) || is(first, whole))
}

/// Disjoint sets of indices.
struct Sets {
    parent: Vec<usize>,
}

impl Sets {
    fn new(count: usize) -> Self {
        Self { parent: (0..count).collect() }
    }

    /// The smallest index of the set. Halves the path on the way.
    fn first(&mut self, mut index: usize) -> usize {
        while self.parent[index] != index {
            self.parent[index] = self.parent[self.parent[index]];
            index = self.parent[index];
        }
        index
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.first(a), self.first(b));
        self.parent[a.max(b)] = a.min(b);
    }

    /// The number of the set of each index, and the indices of each set.
    fn numbered(mut self) -> (Vec<usize>, Vec<Vec<usize>>) {
        let mut numbers = vec![0; self.parent.len()];
        let mut members: Vec<Vec<usize>> = Vec::new();
        for index in 0..self.parent.len() {
            let first = self.first(index);
            if first == index {
                numbers[index] = members.len();
                members.push(vec![index]);
            } else {
                numbers[index] = numbers[first];
                members[numbers[first]].push(index);
            }
        }
        (numbers, members)
    }
}
