//! What all parts of the reader share: following references, the limit of work, points and placements.

use super::attributes::Attributes;
use super::error::{EXPORT_AGAIN, StepErrorKind, StepFault, StepOutcome, shortened};
use super::part21::{Entity, Exchange};
use super::units::Units;
use super::{StepCurve, StepPlacement, StepSurface};
use crate::tolerance::{MAXIMUM_STEP_NESTING, STEP_SHORTEST_DIRECTION};
use glam::DVec3;
use std::{cell::Cell, collections::HashMap, sync::Arc};

/// Reads the entities of a file.
pub(super) struct Reader<'t> {
    pub(super) exchange: Exchange<'t>,
    /// How many more points, edges, faces and instances may be made. A file whose entities are used once or twice makes
    /// far fewer than it has bytes.
    left: Cell<usize>,
    /// How many curves and surfaces are being read within each other.
    depth: usize,
    pub(super) contexts: HashMap<u64, Units>,
    pub(super) different_units: Vec<Units>,
    /// Curves and surfaces by entity and units, so that what is shared is read once.
    pub(super) curves: HashMap<(u64, usize), Arc<StepCurve>>,
    pub(super) surfaces: HashMap<(u64, usize), Arc<StepSurface>>,
}

impl<'t> Reader<'t> {
    pub(super) fn new(exchange: Exchange<'t>) -> Self {
        let left = Cell::new(exchange.bytes());
        Self {
            exchange,
            left,
            depth: 0,
            contexts: HashMap::new(),
            different_units: Vec::new(),
            curves: HashMap::new(),
            surfaces: HashMap::new(),
        }
    }

    /// Counts things that are made. A small file can ask for any number, by using one thing again and again.
    pub(super) fn spend(&self, count: usize) -> StepOutcome<()> {
        let left = self.left.get().checked_sub(count).ok_or_else(|| {
            let found = "entities that are used so often that they unfold to more than the file has bytes";
            StepFault::new(StepErrorKind::TooLarge, found, "less", "split the assembly into several files")
        })?;
        self.left.set(left);
        Ok(())
    }

    /// Reads something that may contain its like. Fails if the nesting is too deep, as it is in a circle.
    pub(super) fn nested<T>(
        &mut self,
        from: &Attributes<'t>,
        read: impl FnOnce(&mut Self) -> StepOutcome<T>,
    ) -> StepOutcome<T> {
        if self.depth >= MAXIMUM_STEP_NESTING {
            return Err(self.too_deep(from));
        }
        self.depth += 1;
        let made = read(self);
        self.depth -= 1;
        made
    }

    pub(super) fn too_deep(&self, from: &Attributes<'t>) -> Box<StepFault> {
        let found = format!("references that lead back here, or {MAXIMUM_STEP_NESTING} entities within each other");
        from.fault(StepErrorKind::Cycle, found, "references without a circle", EXPORT_AGAIN)
    }

    /// An entity of the lists of the file.
    pub(super) fn listed(&self, number: u64) -> StepOutcome<Entity<'t>> {
        self.exchange.entity(number)?.ok_or_else(|| {
            StepFault::new(StepErrorKind::Truncated, format!("no entity #{number}"), "one", EXPORT_AGAIN)
        })
    }

    /// An item of a representation. The representation is read again only for the message.
    pub(super) fn listed_item(&self, representation: u64, item: u64) -> StepOutcome<Entity<'t>> {
        match self.exchange.entity(item)? {
            Some(entity) => Ok(entity),
            None => self.follow(&self.listed(representation)?.attributes(&["REPRESENTATION"]), item),
        }
    }

    /// The entity that another one refers to.
    pub(super) fn follow(&self, from: &Attributes<'_>, number: u64) -> StepOutcome<Entity<'t>> {
        self.exchange.entity(number)?.ok_or_else(|| {
            let found = format!("a reference to #{number}, which the file does not hold");
            let advice = "the file is incomplete: export it again";
            from.fault(StepErrorKind::Truncated, found, "an entity of the file", advice)
        })
    }

    /// The entity that another one refers to, which must have this type.
    pub(super) fn follow_as(
        &self,
        from: &Attributes<'_>,
        number: u64,
        keyword: &'static str,
    ) -> StepOutcome<Attributes<'t>> {
        let entity = self.follow(from, number)?;
        if entity.is(keyword) {
            return Ok(entity.attributes(&["REPRESENTATION_ITEM", keyword]));
        }
        Err(wrong_entity(from, &entity, keyword))
    }

    /// A fault if lengths or angles overflow in their units.
    fn finite(&self, from: &Attributes<'_>, number: f64) -> StepOutcome<f64> {
        if number.is_finite() {
            return Ok(number);
        }
        let (found, expected) = ("a number that overflows in metres or radians", "a finite number");
        Err(from.fault(StepErrorKind::NotFinite, found, expected, "check the unit of the file"))
    }

    /// A length in metres.
    pub(super) fn length(&self, from: &Attributes<'_>, number: f64, units: &Units) -> StepOutcome<f64> {
        self.finite(from, units.length.of(number))
    }

    /// A length greater than zero, in metres.
    pub(super) fn positive_length(&self, from: &Attributes<'_>, index: usize, units: &Units) -> StepOutcome<f64> {
        let length = self.length(from, from.positive(index)?, units)?;
        if length > 0.0 {
            return Ok(length);
        }
        Err(from.refused(format!("a length in value {} that is zero in metres", index + 1), "a greater length"))
    }

    /// An angle in radians.
    pub(super) fn angle(&self, from: &Attributes<'_>, number: f64, units: &Units) -> StepOutcome<f64> {
        let factor = units.angle.ok_or_else(|| {
            let (found, expected) = ("an angle, but its context has no unit of angles", "a PLANE_ANGLE_UNIT");
            from.fault(StepErrorKind::WrongType, found, expected, EXPORT_AGAIN)
        })?;
        self.finite(from, factor.of(number))
    }

    fn coordinates(&self, from: &Attributes<'_>) -> StepOutcome<DVec3> {
        let numbers = from.reals(1)?;
        match numbers[..] {
            [x, y, z] => Ok(DVec3::new(x, y, z)),
            _ => Err(from.refused(format!("{} coordinates", numbers.len()), "three")),
        }
    }

    /// A `CARTESIAN_POINT`, in metres.
    pub(super) fn point(&self, from: &Attributes<'_>, number: u64, units: &Units) -> StepOutcome<DVec3> {
        let point = self.follow_as(from, number, "CARTESIAN_POINT")?;
        self.spend(1).map_err(|fault| point.place(fault))?;
        let local = self.coordinates(&point)?;
        let metres = DVec3::from_array(local.to_array().map(|number| units.length.of(number)));
        if metres.is_finite() { Ok(metres) } else { self.finite(&point, f64::INFINITY).map(|_| metres) }
    }

    /// A `DIRECTION`, of length one.
    pub(super) fn direction(&self, from: &Attributes<'_>, number: u64) -> StepOutcome<DVec3> {
        let direction = self.follow_as(from, number, "DIRECTION")?;
        let given = self.coordinates(&direction)?;
        // Scaled first, so that no square overflows or vanishes.
        let scaled = given / given.abs().max_element();
        if given.abs().max_element() > 0.0 && scaled.is_finite() {
            return Ok(if given.length_squared() == 1.0 { given } else { scaled / scaled.length() });
        }
        Err(direction.refused("a direction of length zero".into(), "a direction with a length"))
    }

    /// A `VECTOR`: a direction with a magnitude that is a length.
    pub(super) fn vector(&self, from: &Attributes<'_>, number: u64, units: &Units) -> StepOutcome<DVec3> {
        let vector = self.follow_as(from, number, "VECTOR")?;
        let magnitude = self.positive_length(&vector, 2, units)?;
        Ok(magnitude * self.direction(&vector, vector.reference(1)?)?)
    }

    /// An `AXIS1_PLACEMENT`: a point and a direction of length one.
    pub(super) fn axis(&self, from: &Attributes<'_>, number: u64, units: &Units) -> StepOutcome<(DVec3, DVec3)> {
        let axis = self.follow_as(from, number, "AXIS1_PLACEMENT")?;
        let point = self.point(&axis, axis.reference(1)?, units)?;
        let direction = match axis.optional_reference(2)? {
            Some(direction) => self.direction(&axis, direction)?,
            None => DVec3::Z,
        };
        Ok((point, direction))
    }

    /// An `AXIS2_PLACEMENT_3D`.
    pub(super) fn placement(&self, from: &Attributes<'_>, number: u64, units: &Units) -> StepOutcome<StepPlacement> {
        let placement = self.follow_as(from, number, "AXIS2_PLACEMENT_3D")?;
        let origin = self.point(&placement, placement.reference(1)?, units)?;
        let optional = |index: usize| -> StepOutcome<Option<DVec3>> {
            // Both directions may be left out, together with their places.
            let given = if index < placement.count() { placement.optional_reference(index)? } else { None };
            given.map(|direction| self.direction(&placement, direction)).transpose()
        };
        let z = optional(2)?.unwrap_or(DVec3::Z);
        frame(&placement, origin, z, optional(3)?)
    }
}

/// The frame of `build_axes` (ISO 10303-42): `x` is made orthogonal to `z`.
pub(super) fn frame(from: &Attributes<'_>, origin: DVec3, z: DVec3, x: Option<DVec3>) -> StepOutcome<StepPlacement> {
    let x = x.unwrap_or(if z.x.abs() < 1.0 { DVec3::X } else { DVec3::Y });
    let across = x - x.dot(z) * z;
    let length = across.length();
    if !(length > STEP_SHORTEST_DIRECTION) {
        return Err(from.refused("a reference direction along the axis".into(), "two directions that differ"));
    }
    let x = if across == x { x } else { across / length };
    Ok(StepPlacement { origin, x, y: z.cross(x), z })
}

/// The fault of an entity of a wrong type.
pub(super) fn wrong_entity(from: &Attributes<'_>, found: &Entity<'_>, expected: &'static str) -> Box<StepFault> {
    let found = format!("#{} {}", found.number, shortened(found.keyword(|_| false)));
    from.fault(StepErrorKind::WrongType, found, expected, EXPORT_AGAIN)
}

/// The fault of geometry that cannot be read.
pub(super) fn unsupported(entity: &Entity<'_>, expected: &'static str) -> Box<StepFault> {
    let keyword = shortened(entity.keyword(|_| false)).into_owned();
    let advice = "let the CAD system write it as one of these, or leave the part out of the export";
    entity.place(StepFault::new(StepErrorKind::Unsupported, format!("{keyword}, which is not read"), expected, advice))
}
