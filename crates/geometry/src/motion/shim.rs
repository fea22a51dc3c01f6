//! TEMPORARY
#![allow(missing_docs)]
use tangency_interval::Interval;
pub(crate) trait Shim: Sized {
    fn sin(self) -> Self;
    fn cos(self) -> Self;
    fn atan2(self, x: Self) -> Self;
}
fn wide(a: f64, b: f64) -> Interval {
    let (mut l, mut u) = (a.min(b), a.max(b));
    for _ in 0..2 {
        l = l.next_down();
        u = u.next_up();
    }
    Interval::between(l, u)
}
impl Shim for Interval {
    fn sin(self) -> Self {
        let (l, u) = (self.lower(), self.upper());
        if !(u - l < 6.2) {
            return Interval::between(-1.0, 1.0);
        }
        let mut r = wide(l.sin(), u.sin());
        let h = std::f64::consts::FRAC_PI_2;
        let mut k = (l / h - 1e-9).ceil();
        while k <= u / h + 1e-9 {
            match k.rem_euclid(4.0) as i64 {
                1 => r = r.hull(Interval::ONE),
                3 => r = r.hull(-Interval::ONE),
                _ => {}
            }
            k += 1.0;
        }
        r.intersection(Interval::between(-1.0, 1.0))
    }
    fn cos(self) -> Self {
        let (l, u) = (self.lower(), self.upper());
        if !(u - l < 6.2) {
            return Interval::between(-1.0, 1.0);
        }
        let mut r = wide(l.cos(), u.cos());
        let h = std::f64::consts::FRAC_PI_2;
        let mut k = (l / h - 1e-9).ceil();
        while k <= u / h + 1e-9 {
            match k.rem_euclid(4.0) as i64 {
                0 => r = r.hull(Interval::ONE),
                2 => r = r.hull(-Interval::ONE),
                _ => {}
            }
            k += 1.0;
        }
        r.intersection(Interval::between(-1.0, 1.0))
    }
    fn atan2(self, x: Self) -> Self {
        let a = [
            self.lower().atan2(x.lower()),
            self.lower().atan2(x.upper()),
            self.upper().atan2(x.lower()),
            self.upper().atan2(x.upper()),
        ];
        wide(a.iter().copied().fold(9.0, f64::min), a.iter().copied().fold(-9.0, f64::max))
    }
}
