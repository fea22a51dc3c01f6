//! The sizes of a torus.

use tangency_interval::{Interval, Vector3};

/// A torus about the z axis of its body: all points within the tube radius of a circle about the origin.
///
/// ```
/// use tangency_geometry::{Solid, Torus};
///
/// let ring = Solid::torus(1.0, 0.25)?;
/// assert_eq!(ring.as_torus(), Some(Torus { radius: 1.0, tube: 0.25 }));
/// assert_eq!(Solid::sphere(1.0)?.as_torus(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Torus {
    /// Radius of the circle, in metres: from the axis to the centre of the tube.
    pub radius: f64,
    /// Radius of the tube, in metres. Less than that of the circle.
    pub tube: f64,
}

impl Torus {
    /// Encloses the distances of the points of a box from the circle, in metres.
    #[must_use]
    pub fn circle_distance(&self, place: Vector3) -> Interval {
        let aside = (place[0].sqr() + place[1].sqr()).sqrt() - self.radius;
        (aside.sqr() + place[2].sqr()).sqrt()
    }
}
