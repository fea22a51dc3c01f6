//! The table of methods: which method answers which pair.
//!
//! The table is [`Method::of`]. Its keys are the representation ([`Representation`]) and the kind of motion ([`Moves`])
//! of both bodies. A cell `None` gives the error [`DetectError::Unsupported`], never "no contact". Every cell that
//! names a method is enrolled in the laws of pairs.
//!
//! Two steps precede the table for all methods. The span is split where a motion jumps (`parts`). A curved body
//! moved by formulas is replaced by a body at rest with the time in its formulas ([`Moving::carried`]).

use crate::convex::Bodies;
use crate::features::knots;
use crate::flight::{Flight, stretches};
use crate::limits::ContactThreshold;
use crate::listed::listed;
use crate::parts::each_part;
use crate::{Answer, DetectError, Faceted, Moving, Prepared, Query, Touching};
use crate::{convex, curved, pieces, presence, rigid, rounded, straight};
use std::collections::BTreeMap;
use tangency_geometry::{Enclosure, Shape};
use tangency_interval::{Interval, Matrix};

/// Two bodies, or one body with itself, and the query about them. Neither body jumps during the span.
pub(crate) struct Question<'question, Body> {
    pub(crate) a: Body,
    /// `None`: contact of `a` with itself.
    pub(crate) b: Option<Body>,
    pub(crate) query: &'question Query,
}

listed! {
    /// The representation of a body.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Representation {
        /// Triangles: a polyhedron or a mesh.
        Facets,
        /// Curved faces given by formulas.
        Faces,
        /// An implicit solid.
        Implicit,
        /// A convex body given by its support function.
        Convex,
        /// Triangles grown by a radius.
        Rounded,
        /// A half-space.
        HalfSpace,
        /// A height map.
        HeightMap,
        /// Several bodies that move as one.
        Compound,
    }
}

listed! {
    /// The kind of motion of a body during the span.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Moves {
        /// Translation on straight lines without any rotation. All coordinates are exact between known instants.
        Unturned,
        /// Translation on straight lines at a constant orientation.
        Shifted,
        /// Any other rigid motion: rotating, thrown, a series, or a link of a robot.
        Rigid,
        /// Every vertex on its own straight lines between known instants.
        Straight,
        /// Every vertex on its own curve.
        Bent,
        /// Not supported by any method: formulas that bend an implicit solid, or nested pieces that begin at instants
        /// that are not doubles.
        Unknown,
    }
}

/// The methods, one row each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    /// Vertices on straight lines. Exact decisions where the coordinates are exact ([`straight`]).
    Straight,
    /// The same in short steps, in which curves are almost straight ([`straight::in_steps`]).
    Steps,
    /// Rigid motion of meshes ([`rigid`]). Convex solids try [`convex`] first.
    Rigid,
    /// Equations of contact and tangency ([`curved`]).
    Curved,
    /// Support functions of convex bodies, also against a tree of boxes and triangles ([`convex`]). Falls back to
    /// [`Self::Core`].
    Support,
    /// The method for the core of a convex body or of a rounded mesh ([`rounded`]).
    Core,
    /// The methods for the pieces of a body ([`pieces`]): the parts of a compound, the cells of a height map, a prism
    /// for a half-space.
    Pieces,
}

impl Method {
    /// The table.
    fn of(a: (Representation, Moves), b: (Representation, Moves)) -> Option<Self> {
        use Moves::{Bent, Rigid, Shifted, Straight, Unknown, Unturned};
        use Representation::{Compound, Convex, Faces, Facets, HalfSpace, HeightMap, Implicit, Rounded};
        match (a, b) {
            ((_, Unknown), _) | (_, (_, Unknown)) => None,
            ((HalfSpace | HeightMap, Straight | Bent), _) | (_, (HalfSpace | HeightMap, Straight | Bent)) => None,
            ((Compound | HalfSpace | HeightMap, _), _) | (_, (Compound | HalfSpace | HeightMap, _)) => {
                Some(Self::Pieces)
            }
            ((Rounded, moves), other) | (other, (Rounded, moves)) => {
                let core = if other.0 == Rounded { (Facets, other.1) } else { other };
                Self::of((Facets, moves), core).map(|_| Self::Core)
            }
            ((Facets, Unturned), (Facets, Unturned)) => Some(Self::Straight),
            ((Facets, Unturned | Shifted | Rigid), (Facets, Unturned | Shifted | Rigid)) => Some(Self::Rigid),
            ((Facets, Unturned | Shifted | Straight), (Facets, Unturned | Shifted | Straight)) => Some(Self::Straight),
            ((Facets, Rigid | Straight | Bent | Unturned | Shifted), (Facets, Bent)) => Some(Self::Steps),
            ((Facets, Bent), (Facets, Rigid | Straight | Unturned | Shifted)) => Some(Self::Steps),
            ((Facets, Rigid), (Facets, Straight)) | ((Facets, Straight), (Facets, Rigid)) => Some(Self::Steps),
            ((Faces | Implicit, Unturned | Shifted | Rigid), (Faces | Implicit, Unturned | Shifted | Rigid))
            | (
                (Faces | Implicit, Unturned | Shifted | Rigid),
                (Facets, Unturned | Shifted | Rigid | Straight | Bent),
            )
            | (
                (Facets, Unturned | Shifted | Rigid | Straight | Bent),
                (Faces | Implicit, Unturned | Shifted | Rigid),
            ) => Some(Self::Curved),
            ((Convex, Unturned | Shifted | Rigid), (Convex | Facets, Unturned | Shifted | Rigid))
            | ((Facets, Unturned | Shifted | Rigid), (Convex, Unturned | Shifted | Rigid)) => Some(Self::Support),
            ((Convex, Unturned | Shifted | Rigid), (Facets, Straight | Bent))
            | ((Facets, Straight | Bent), (Convex, Unturned | Shifted | Rigid))
            | ((Convex, Unturned | Shifted | Rigid), (Faces | Implicit, Unturned | Shifted | Rigid))
            | ((Faces | Implicit, Unturned | Shifted | Rigid), (Convex, Unturned | Shifted | Rigid)) => {
                Some(Self::Core)
            }
            // [`Moving::carried`] has put the time into the formulas of deforming curved bodies, which are then at
            // rest.
            ((Faces | Implicit | Convex, Straight | Bent), _) | (_, (Faces | Implicit | Convex, Straight | Bent)) => {
                None
            }
        }
    }

    /// The table for contact of a body with itself.
    fn of_itself((kind, moves): (Representation, Moves)) -> Option<Self> {
        match (kind, moves) {
            (Representation::Facets, Moves::Unturned | Moves::Shifted | Moves::Straight) => Some(Self::Straight),
            (Representation::Facets, Moves::Rigid | Moves::Bent | Moves::Unknown) => None,
            (
                Representation::Faces
                | Representation::Implicit
                | Representation::Convex
                | Representation::Rounded
                | Representation::HalfSpace
                | Representation::HeightMap
                | Representation::Compound,
                _,
            ) => None,
        }
    }

    /// Calls the method.
    fn first_contact(self, question: &Question<'_, &Moving>) -> Result<Answer, DetectError> {
        match self {
            Self::Straight => straight::first_contact(&question.faceted()?),
            Self::Steps => straight::in_steps(&question.faceted()?),
            Self::Rigid => {
                let question = question.faceted()?;
                match convex::first_contact(&question)? {
                    Some(answer) => Ok(answer),
                    None => rigid::first_contact(&question),
                }
            }
            Self::Curved => curved::first_contact(question),
            Self::Support => {
                let answer = match convex::first_contact_of_bodies(question)? {
                    Some(answer) => Some(answer),
                    None => convex::first_contact_with_mesh(question)?,
                };
                answer.map_or_else(|| Self::Core.first_contact(question), Ok)
            }
            Self::Core => rounded::first_contact(question, |cores| cores.method()?.first_contact(cores)),
            // A part of a compound may be switched on by itself.
            Self::Pieces => {
                pieces::first_contact(question, &|a, b, query| presence::first_contact(a, Some(b), query, ask))
            }
        }
    }

    /// Calls the method for all pairs of features that touch.
    fn every_contact(self, question: &Question<'_, &Moving>) -> Result<Vec<Touching>, DetectError> {
        match self {
            Self::Straight => straight::every_contact(&question.faceted()?),
            Self::Rigid => rigid::every_contact(&question.faceted()?),
            Self::Steps | Self::Curved | Self::Support | Self::Core | Self::Pieces => Err(question.unsupported()),
        }
    }
}

impl<'question> Question<'question, &'question Moving> {
    /// The method for this question.
    fn method(&self) -> Result<Method, DetectError> {
        let kind = |body: &Moving| (kind(body), moves(body, self.query.span));
        let found = match self.b {
            Some(b) => Method::of(kind(self.a), kind(b)),
            None => Method::of_itself(kind(self.a)),
        };
        found.ok_or_else(|| self.unsupported())
    }

    /// Whether a body has vertices on curves.
    pub(crate) fn is_bent(&self) -> bool {
        self.bodies().into_iter().any(|body| moves(body, self.query.span) == Moves::Bent)
    }

    /// The same question with both bodies as bodies of triangles.
    fn faceted(&self) -> Result<Question<'question, Faceted<'question>>, DetectError> {
        let faceted = |body: &'question Moving| body.faceted().ok_or_else(|| self.unsupported());
        Ok(Question { a: faceted(self.a)?, b: self.b.map(faceted).transpose()?, query: self.query })
    }

    pub(crate) fn unsupported(&self) -> DetectError {
        unsupported(self.a, self.b.unwrap_or(self.a), self.query.span)
    }
}

impl<Body: Copy> Question<'_, Body> {
    /// Both bodies. The same body twice for contact with itself.
    pub(crate) fn bodies(&self) -> [Body; 2] {
        [self.a, self.b.unwrap_or(self.a)]
    }
}

/// The first contact of `a` and `b`: time, points and evidence.
pub fn first_contact(a: &Moving, b: &Moving, query: &Query) -> Result<Answer, DetectError> {
    query.validate()?;
    presence::first_contact(a, Some(b), query, ask)
}

/// The first contact of `a` with itself: time, points and evidence.
pub fn first_self_contact(a: &Moving, query: &Query) -> Result<Answer, DetectError> {
    query.validate()?;
    presence::first_contact(a, None, query, ask)
}

/// Answers a question about bodies that do not jump.
fn ask(a: &Moving, b: Option<&Moving>, query: &Query) -> Result<Answer, DetectError> {
    let at_rest = |body: &Moving| body.carried(query.span);
    let (rest_a, rest_b) = (at_rest(a), b.and_then(at_rest));
    let question = Question { a: rest_a.as_deref().unwrap_or(a), b: rest_b.as_deref().or(b), query };
    let method = question.method()?;
    if query.stop.is_stopped() {
        // Without the trees and hulls that a method needs before its first step.
        return Ok(Answer::unknown(query));
    }
    method.first_contact(&question)
}

/// Every pair of features of `a` and `b` that touches during the span, each with its first contact, in order of
/// time. Ignores the budget of the query, because a truncated list would not be complete.
pub fn every_contact(a: &Moving, b: &Moving, query: &Query) -> Result<Vec<Touching>, DetectError> {
    every(a, Some(b), query)
}

/// Every pair of features of `a` that touches during the span, like [`every_contact`].
pub fn every_self_contact(a: &Moving, query: &Query) -> Result<Vec<Touching>, DetectError> {
    every(a, None, query)
}

fn every(a: &Moving, b: Option<&Moving>, query: &Query) -> Result<Vec<Touching>, DetectError> {
    query.validate()?;
    let mut found = BTreeMap::new();
    each_part(a, b, query.span, |a, b, span| {
        let part = Query { span, ..query.clone() };
        let question = Question { a, b, query: &part };
        for mut touching in question.method()?.every_contact(&question)? {
            touching.contact.initial &= span.lower() == query.span.lower();
            // For a mesh with itself the order of the two elements may differ from step to step.
            let swapped = b.is_none() && touching.b < touching.a;
            let pair = if swapped { (touching.b, touching.a) } else { (touching.a, touching.b) };
            found.entry(pair).or_insert(touching);
        }
        Ok(false)
    })?;
    let mut touching: Vec<Touching> = found.into_values().collect();
    touching.sort_by(|x, y| x.contact.time.lower().total_cmp(&y.contact.time.lower()));
    Ok(touching)
}

/// A lower bound on the first contact of `a` and `b`, from their convex hulls alone: before the returned instant
/// they are proved farther apart than the separation. Returns the start of the span if nothing can be proved. Takes
/// a few microseconds. Use it to rank many pairs before the full query.
pub fn apart_until(a: &Moving, b: &Moving, query: &Query) -> Result<f64, DetectError> {
    query.validate()?;
    let span = query.span;
    let pieces = [a, b].map(|moving| moving.motion().rigid_pieces(span));
    let ([Some(of_a), Some(of_b)], Some(view_a), Some(view_b)) = (pieces, a.hull(), b.hull()) else {
        return Ok(span.lower());
    };
    let views = [view_a, view_b];
    let bodies = Bodies::of_views(views);
    let separation = query.separation + view_a.radius + view_b.radius;
    let threshold = ContactThreshold { separation, tolerance: query.tolerance };
    for (pieces, ends) in stretches(&[of_a, of_b]) {
        let flight = Flight::new(pieces, views.map(|view| view.reach), ends).with_frames(views.map(|view| view.frame));
        flight.check(query.tolerance, 0.0)?;
        if let Some(until) = convex::apart_until(bodies, &flight, ends[0], threshold) {
            return Ok(until);
        }
    }
    Ok(span.upper())
}

fn kind(body: &Moving) -> Representation {
    match body.prepared() {
        Prepared::Facets(_) => Representation::Facets,
        Prepared::Faces(_) => Representation::Faces,
        Prepared::Implicit(_) => Representation::Implicit,
        Prepared::Convex(_) => Representation::Convex,
        Prepared::Rounded(_) => Representation::Rounded,
        Prepared::HalfSpace(_) => Representation::HalfSpace,
        Prepared::HeightMap(_) => Representation::HeightMap,
        Prepared::Compound(_) => Representation::Compound,
    }
}

fn moves(body: &Moving, span: Interval) -> Moves {
    let motion = body.motion();
    let (whole, straight) = (motion.is_rigid(span), motion.straight_between(span).is_some());
    match (whole, straight) {
        (true, true) if unturned(&motion.during(span)) => Moves::Unturned,
        (true, true) => Moves::Shifted,
        (true, false) => Moves::Rigid,
        (false, true) => Moves::Straight,
        (false, false) if knots(motion, span).is_some() => Moves::Bent,
        (false, false) => Moves::Unknown,
    }
}

/// `true` proves that the body keeps the axes of the world.
fn unturned(enclosure: &Enclosure) -> bool {
    match enclosure {
        Enclosure::Pose(pose) => pose.rotation == Matrix::identity(),
        Enclosure::Sequence(parts) => parts.iter().all(unturned),
        Enclosure::Turning(_) | Enclosure::Spinning(_) | Enclosure::Vertexwise(_) | Enclosure::Expression(_) => false,
    }
}

pub(crate) fn unsupported(a: &Moving, b: &Moving, span: Interval) -> DetectError {
    DetectError::Unsupported { a: name(a, span), b: name(b, span) }
}

/// Describes a body as far as its shape and motion may be the reason for a refusal.
pub(crate) fn name(body: &Moving, span: Interval) -> &'static str {
    let moves = moves(body, span);
    let straight = matches!(moves, Moves::Unturned | Moves::Shifted | Moves::Straight);
    match body.shape() {
        Shape::Polyhedron(_) if straight => "a polyhedron on straight paths",
        Shape::Polyhedron(_) => "a polyhedron on curved paths",
        Shape::Mesh(_) if straight => "a mesh on straight paths",
        Shape::Mesh(_) => "a mesh on curved paths",
        Shape::Parametric(_) => match moves {
            Moves::Bent => "a curved surface that formulas deform in an unsupported manner",
            Moves::Unknown => "a curved surface that moves in nested pieces",
            Moves::Unturned | Moves::Shifted | Moves::Rigid | Moves::Straight => "a curved surface",
        },
        Shape::Implicit(_) => match moves {
            Moves::Bent => "an implicit solid that formulas bend",
            Moves::Unknown => "an implicit solid that moves in nested pieces",
            Moves::Unturned | Moves::Shifted | Moves::Rigid | Moves::Straight => "an implicit solid",
        },
        Shape::Convex(_) => match moves {
            Moves::Bent => "a convex body that formulas deform in an unsupported manner",
            Moves::Unknown => "a convex body that moves in nested pieces",
            Moves::Unturned | Moves::Shifted | Moves::Rigid | Moves::Straight => "a convex body",
        },
        Shape::Rounded(_) if straight => "a rounded mesh on straight paths",
        Shape::Rounded(_) => "a rounded mesh on curved paths",
        Shape::HalfSpace(_) => match moves {
            Moves::Straight | Moves::Bent => "a half-space that deforms",
            Moves::Unknown => "a half-space that moves in nested pieces",
            Moves::Unturned | Moves::Shifted | Moves::Rigid => "a half-space",
        },
        Shape::HeightMap(_) => match moves {
            Moves::Straight | Moves::Bent => "a height map that deforms",
            Moves::Unknown => "a height map that moves in nested pieces",
            Moves::Unturned | Moves::Shifted | Moves::Rigid => "a height map",
        },
        Shape::Compound(_) => match moves {
            Moves::Unknown => "a compound that moves in nested pieces",
            Moves::Unturned | Moves::Shifted | Moves::Rigid | Moves::Straight | Moves::Bent => "a compound",
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = include_str!("../../../ARCHITECTURE.md");

    type TableKey = (Representation, Moves);

    /// The name that the page has for a body; `None` if the page has no row or column for it. Curved bodies have one
    /// row for all motions that a method supports.
    fn label((kind, moves): TableKey) -> Option<&'static str> {
        match (kind, moves) {
            (_, Moves::Unknown) => None,
            (Representation::Facets, Moves::Unturned) => Some("facets: unturned"),
            (Representation::Facets, Moves::Shifted) => Some("facets: shifted"),
            (Representation::Facets, Moves::Rigid) => Some("facets: rigid"),
            (Representation::Facets, Moves::Straight) => Some("facets: straight"),
            (Representation::Facets, Moves::Bent) => Some("facets: bent"),
            (Representation::Faces | Representation::Implicit, Moves::Unturned | Moves::Shifted | Moves::Rigid) => {
                Some("faces, implicit solid")
            }
            (Representation::Convex, Moves::Unturned | Moves::Shifted | Moves::Rigid) => Some("convex body"),
            (
                Representation::Rounded,
                Moves::Unturned | Moves::Shifted | Moves::Rigid | Moves::Straight | Moves::Bent,
            ) => Some("rounded mesh"),
            (
                Representation::HalfSpace | Representation::HeightMap,
                Moves::Unturned | Moves::Shifted | Moves::Rigid,
            )
            | (
                Representation::Compound,
                Moves::Unturned | Moves::Shifted | Moves::Rigid | Moves::Straight | Moves::Bent,
            ) => Some("half-space, height map, compound"),
            (
                Representation::Faces
                | Representation::Implicit
                | Representation::Convex
                | Representation::HalfSpace
                | Representation::HeightMap,
                Moves::Straight | Moves::Bent,
            ) => None,
        }
    }

    /// All bodies that the page names.
    fn bodies() -> impl Iterator<Item = (TableKey, &'static str)> {
        let all = Representation::all().flat_map(|kind| Moves::all().map(move |moves| (kind, moves)));
        all.filter_map(|key| Some((key, label(key)?)))
    }

    /// The table of the page: the labels of the columns, then each row with its label.
    fn written() -> (Vec<&'static str>, Vec<(&'static str, Vec<&'static str>)>) {
        let cells = |line: &'static str| -> Vec<&str> { line.trim_matches('|').split('|').map(str::trim).collect() };
        let mut lines = PAGE.lines().skip_while(|line| !line.starts_with("| | facets:"));
        let columns = cells(lines.next().expect("the page has the table of methods"))[1..].to_vec();
        let rows = lines.skip(1).take_while(|line| line.starts_with('|')).map(cells);
        // A note in parentheses follows some labels.
        let label = |cell: &'static str| cell.split("**").nth(1).expect("labels of rows are bold");
        (columns, rows.map(|row| (label(row[0]), row[1..].to_vec())).collect())
    }

    /// The entry of a row for a body. A column for several motions, such as "facets: shifted, rigid", holds one entry
    /// for all, or one for each in the same order.
    fn entry(columns: &[&'static str], row: &[&'static str], label: &str) -> Option<&'static str> {
        let motions = |column: &&'static str| -> Vec<&'static str> {
            column.strip_prefix("facets: ").map_or_else(Vec::new, |motions| motions.split(", ").collect())
        };
        let (column, place) = columns.iter().enumerate().find_map(|(index, column)| {
            let named = |motion: &&str| label.strip_prefix("facets: ") == Some(motion);
            let place = motions(column).iter().position(named).or_else(|| (*column == label).then_some(0));
            place.map(|place| (index, place))
        })?;
        let entries: Vec<&str> = row.get(column)?.split(", ").collect();
        if entries.len() == 1 { entries.first().copied() } else { entries.get(place).copied() }
    }

    fn shown(method: Option<Method>) -> String {
        method.map_or_else(|| "not yet".into(), |method| format!("`{method:?}`"))
    }

    #[test]
    fn the_page_shows_the_table() {
        let (columns, rows) = written();
        let row = |label: &str| {
            let found = rows.iter().find(|row| row.0 == label);
            &found.unwrap_or_else(|| panic!("ARCHITECTURE.md: the table of methods has no row **{label}**")).1
        };
        for (a, label_a) in bodies() {
            for (b, label_b) in bodies() {
                let told = entry(&columns, row(label_a), label_b);
                let method = shown(Method::of(a, b));
                assert_eq!(told, Some(&*method), "ARCHITECTURE.md, row {label_a}, column {label_b}: {a:?} with {b:?}");
            }
            let told = entry(&columns, row("with itself"), label_a);
            let method = shown(Method::of_itself(a));
            assert_eq!(told, Some(&*method), "ARCHITECTURE.md, row with itself, column {label_a}: {a:?}");
        }
    }

    #[test]
    fn the_table_is_symmetric() {
        let all = || Representation::all().flat_map(|kind| Moves::all().map(move |moves| (kind, moves)));
        for a in all() {
            for b in all() {
                assert_eq!(Method::of(a, b), Method::of(b, a), "{a:?} with {b:?}");
            }
        }
    }
}
