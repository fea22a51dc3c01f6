//! A change of frame and scale for a whole scene.

use glam::{DQuat, DVec3};
use tangency_geometry::Pose;
use tangency_interval::expr::Expr;

/// Maps world coordinates to `scale · rotation · point + shift`. Shapes are scaled in their own frames.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The scale factor of all lengths.
    pub scale: f64,
    /// The rotation of the scene.
    pub rotation: DQuat,
    /// The translation, applied last.
    pub shift: DVec3,
}

impl Frame {
    /// The identity.
    pub const IDENTITY: Self = Self { scale: 1.0, rotation: DQuat::IDENTITY, shift: DVec3::ZERO };

    /// Maps a point.
    #[must_use]
    pub fn point(&self, point: DVec3) -> DVec3 {
        self.direction(point) + self.shift
    }

    /// Maps a difference of points: scales and rotates it.
    #[must_use]
    pub fn direction(&self, direction: DVec3) -> DVec3 {
        if self.rotation == DQuat::IDENTITY {
            return self.scale * direction;
        }
        self.rotation * (self.scale * direction)
    }

    /// Maps an axis or an angular velocity: rotates it.
    #[must_use]
    pub fn turned(&self, axis: DVec3) -> DVec3 {
        if self.rotation == DQuat::IDENTITY { axis } else { self.rotation * axis }
    }

    /// Maps a pose.
    #[must_use]
    pub fn pose(&self, rotation: DQuat, translation: DVec3) -> Pose {
        let turned = if self.rotation == DQuat::IDENTITY { rotation } else { self.rotation * rotation };
        Pose::new(turned.normalize(), self.point(translation)).expect("scenes are finite")
    }

    /// Maps a motion given by formulas.
    #[must_use]
    pub fn formulas(&self, formulas: [Expr; 3]) -> [Expr; 3] {
        if self.scale == 1.0 && self.rotation == DQuat::IDENTITY && self.shift == DVec3::ZERO {
            return formulas;
        }
        let [x, y, z] = ["x", "y", "z"].map(|name| Expr::variable(name) * Expr::number(1.0 / self.scale));
        let base = formulas.map(|formula| formula.substitute_all(&[("x", &x), ("y", &y), ("z", &z)]));
        let columns = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| self.direction(axis));
        std::array::from_fn(|row| {
            let terms = base.iter().zip(columns).map(|(formula, column)| formula.clone() * Expr::number(column[row]));
            terms.fold(Expr::number(self.shift[row]), |sum, term| sum + term)
        })
    }
}
