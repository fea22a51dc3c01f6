//! The pairs of bodies to measure.

use super::{MeasureError, MeasureOptions, NAMES_LISTED};
use crate::check::pairs_that_may_touch;
use std::collections::HashSet;
use tangency_formats::{Scene, suggest};

/// The pairs of bodies to measure, by index, the smaller one first.
pub(crate) struct PairSelection {
    /// The bodies among which all pairs are wanted, increasing. `None` if one body is wanted with all others.
    among: Option<Vec<usize>>,
    pairs: Vec<[usize; 2]>,
    /// The pairs that would be measured if they could not touch.
    may_touch: HashSet<[usize; 2]>,
    /// The bodies that may touch themselves.
    with_itself: Vec<usize>,
}

impl PairSelection {
    /// The pairs that the options name. Fails if there is no body of a name.
    pub(super) fn new(scene: &Scene, options: &MeasureOptions) -> Result<Self, MeasureError> {
        let mut named = options.bodies.iter().map(|name| place(scene, name)).collect::<Result<Vec<_>, _>>()?;
        named.sort_unstable();
        named.dedup();
        let all = 0..scene.bodies.len();
        let (among, alone) = match named.as_slice() {
            [] => (Some(all.clone().collect()), None),
            [alone] => (None, Some(*alone)),
            _ => (Some(named), None),
        };
        let members: Vec<usize> = among.clone().unwrap_or_else(|| all.collect());
        let wanted = |[a, b]: [usize; 2]| alone.is_none_or(|alone| a == alone || b == alone);
        let pairs = members.iter().enumerate().flat_map(|(count, &b)| members[..count].iter().map(move |&a| [a, b]));
        let pairs: Vec<[usize; 2]> = pairs.filter(|&pair| wanted(pair)).collect();
        let may_touch = pairs_that_may_touch(scene);
        let (may_touch, pairs) = pairs.into_iter().partition::<Vec<_>, _>(|pair| may_touch.contains(pair));
        let with_itself = members.into_iter().filter(|&body| wanted([body; 2]) && scene.bodies[body].self_contact);
        Ok(Self { among, pairs, may_touch: may_touch.into_iter().collect(), with_itself: with_itself.collect() })
    }

    /// All pairs of this many bodies.
    pub(crate) fn all_of(bodies: usize) -> Self {
        let pairs = (0..bodies).flat_map(|b| (0..b).map(move |a| [a, b])).collect();
        Self { among: Some((0..bodies).collect()), pairs, may_touch: HashSet::new(), with_itself: Vec::new() }
    }

    /// These pairs, measured one by one.
    pub(crate) fn listed(pairs: Vec<[usize; 2]>) -> Self {
        Self { among: None, pairs, may_touch: HashSet::new(), with_itself: Vec::new() }
    }

    /// The pairs to measure.
    pub(super) fn pairs(&self) -> &[[usize; 2]] {
        &self.pairs
    }

    /// The bodies whose pairs are all wanted, but for [`Self::excluded`]. `None` if only some of their pairs are.
    pub(super) fn among(&self) -> Option<&[usize]> {
        self.among.as_deref()
    }

    /// The pairs among these bodies that are not measured.
    pub(super) fn excluded(&self) -> &HashSet<[usize; 2]> {
        &self.may_touch
    }

    /// What is not measured, in words.
    pub(super) fn not_measured(&self, scene: &Scene) -> Vec<String> {
        not_measured(scene, &self.may_touch, &|body| self.with_itself.contains(&body))
    }
}

/// The distances that are not measured, in words: of pairs that may touch, and of these bodies to themselves if they
/// may touch themselves.
pub(crate) fn not_measured(
    scene: &Scene,
    may_touch: &HashSet<[usize; 2]>,
    asked: &dyn Fn(usize) -> bool,
) -> Vec<String> {
    let name = |index: usize| scene.bodies[index].name.as_str();
    let mut words = Vec::new();
    let mut may_touch: Vec<[usize; 2]> = may_touch.iter().copied().collect();
    may_touch.sort_unstable();
    if !may_touch.is_empty() {
        let named = may_touch.iter().map(|&[a, b]| format!("{} and {}", name(a), name(b)));
        words.push(format!("pairs that may touch (query.may_touch): {}", listed(named)));
    }
    let with_itself = (0..scene.bodies.len()).filter(|&body| scene.bodies[body].self_contact && asked(body));
    let named: Vec<String> = with_itself.map(|body| name(body).to_owned()).collect();
    if !named.is_empty() {
        words.push(format!("the distance of a body to itself (self_contact): {}", listed(named.into_iter())));
    }
    words
}

/// The index of the body of this name.
fn place(scene: &Scene, name: &str) -> Result<usize, MeasureError> {
    let found = scene.bodies.iter().position(|body| body.name == name);
    found.ok_or_else(|| {
        let known = listed(scene.bodies.iter().map(|body| format!("{:?}", body.name)));
        let names: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
        let near = suggest(name, &names).map_or_else(String::new, |near| format!("; did you mean {near:?}?"));
        MeasureError::UnknownBody { name: name.to_owned(), known, near }
    })
}

/// The first names of a list, and the number of the others.
fn listed(names: impl ExactSizeIterator<Item = String>) -> String {
    let more = names.len().saturating_sub(NAMES_LISTED);
    let text = names.take(NAMES_LISTED).collect::<Vec<_>>().join(", ");
    if more == 0 { text } else { format!("{text} and {more} more") }
}
