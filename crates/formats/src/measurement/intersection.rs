//! The curves in which two surfaces meet.

use crate::report::{ReportError, finite};
use serde::{Deserialize, Serialize};

/// Where the surfaces of two bodies of curved faces meet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct IntersectionReport {
    /// The curves, as polylines. Each is proved to exist.
    pub curves: Vec<IntersectionCurveReport>,
    /// Metres. Places that are not decided: a point, and the radius of a ball around the parts of each surface. At most
    /// 256 of them.
    pub open: Vec<[f64; 4]>,
    /// Number of places that are not decided. Everything else is proved free of common points.
    pub open_count: usize,
    /// `false` if the budget ran out before all places were as small as the tolerance.
    pub complete: bool,
}

/// A curve in which two surfaces meet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct IntersectionCurveReport {
    /// Metres. The vertices, in the frame of the world. A closed curve ends with the point it begins with.
    pub points: Vec<[f64; 3]>,
    /// Whether the curve returns to its start.
    pub closed: bool,
    /// Metres. No point of the curve is farther from the polyline. `None` if that is not known.
    pub error: Option<f64>,
}

impl IntersectionReport {
    pub(super) fn check(&self, name: &str) -> Result<(), ReportError> {
        finite(&format!("{name}.open"), self.open.as_flattened())?;
        for (index, curve) in self.curves.iter().enumerate() {
            finite(&format!("{name}.curves[{index}].points"), curve.points.as_flattened())?;
            finite(&format!("{name}.curves[{index}].error"), curve.error.as_slice())?;
        }
        if self.open.len() > self.open_count {
            let message = format!("`{name}.open` has {} entries, more than `open_count`", self.open.len());
            return Err(ReportError::Contradiction(message));
        }
        Ok(())
    }
}
