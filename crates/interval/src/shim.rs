//! TEMPORARY.
use crate::Interval;
fn wide(a: f64, b: f64) -> Interval {
    let (mut l, mut u) = (a.min(b), a.max(b));
    for _ in 0..4 {
        l = l.next_down();
        u = u.next_up();
    }
    Interval::between(l, u)
}
const UNIT: fn() -> Interval = || Interval::between(-1.0, 1.0);
pub(crate) trait Shim: Sized {
    fn exp(self) -> Self;
    fn ln(self) -> Self;
    fn sin(self) -> Self;
    fn cos(self) -> Self;
    fn tan(self) -> Self;
    fn asin(self) -> Self;
    fn acos(self) -> Self;
    fn atan(self) -> Self;
    fn atan2(self, x: Self) -> Self;
    fn powi(self, n: i32) -> Self;
    fn min(self, o: Self) -> Self;
    fn max(self, o: Self) -> Self;
    fn recip(self) -> Self;
}
impl Shim for Interval {
    fn exp(self) -> Self {
        if self.is_empty() {
            self
        } else {
            wide(self.lower().exp(), self.upper().exp()).intersection(Interval::between(0.0, f64::INFINITY))
        }
    }
    fn ln(self) -> Self {
        if self.is_empty() || self.upper() <= 0.0 {
            Self::EMPTY
        } else {
            wide(self.lower().max(0.0).ln(), self.upper().ln())
        }
    }
    fn sin(self) -> Self {
        (self - Interval::between(std::f64::consts::FRAC_PI_2, std::f64::consts::FRAC_PI_2.next_up())).cos()
    }
    fn cos(self) -> Self {
        if self.is_empty() {
            return self;
        }
        let pi = std::f64::consts::PI;
        let (k0, k1) = ((self.lower() / pi - 1e-9).ceil(), (self.upper() / pi + 1e-9).floor());
        if !(self.lower().abs() < 1e6 && self.upper().abs() < 1e6) || k1 - k0 >= 1.0 {
            return UNIT();
        }
        let mut r = wide(self.lower().cos(), self.upper().cos());
        if k0 <= k1 {
            r = r.hull(Interval::from(if k0 % 2.0 == 0.0 { 1.0 } else { -1.0 }));
        }
        r.intersection(UNIT())
    }
    fn tan(self) -> Self {
        if self.is_empty() {
            return self;
        }
        let pi = std::f64::consts::PI;
        let (k0, k1) = ((self.lower() / pi + 0.5 - 1e-9).floor(), (self.upper() / pi + 0.5 + 1e-9).floor());
        if k0 != k1 || !(self.lower().abs() < 1e6 && self.upper().abs() < 1e6) {
            return Self::ENTIRE;
        }
        wide(self.lower().tan(), self.upper().tan())
    }
    fn asin(self) -> Self {
        let s = self.intersection(UNIT());
        if s.is_empty() { s } else { wide(s.lower().asin(), s.upper().asin()) }
    }
    fn acos(self) -> Self {
        let s = self.intersection(UNIT());
        if s.is_empty() {
            s
        } else {
            wide(s.upper().acos(), s.lower().acos()).intersection(Interval::between(0.0, 4.0))
        }
    }
    fn atan(self) -> Self {
        if self.is_empty() { self } else { wide(self.lower().atan(), self.upper().atan()) }
    }
    fn atan2(self, x: Self) -> Self {
        let (y, pi) = (self, std::f64::consts::PI);
        if y.is_empty() || x.is_empty() || (y == Self::ZERO && x == Self::ZERO) {
            return Self::EMPTY;
        }
        if x.lower() > 0.0 || y.lower() > 0.0 || y.upper() < 0.0 {
            let mut r = Self::EMPTY;
            for a in [y.lower(), y.upper()] {
                for b in [x.lower(), x.upper()] {
                    let v = a.atan2(b);
                    r = r.hull(wide(v, v));
                }
            }
            r
        } else {
            wide(-pi, pi)
        }
    }
    fn powi(self, n: i32) -> Self {
        if self.is_empty() {
            return self;
        }
        if n < 0 {
            return self.powi(-n).recip();
        }
        if n % 2 == 0 {
            let a = self.abs();
            return mono(a.lower(), n).hull(mono(a.upper(), n)).intersection(Interval::between(0.0, f64::INFINITY));
        }
        mono(self.lower(), n).hull(mono(self.upper(), n))
    }
    fn min(self, o: Self) -> Self {
        if self.is_empty() || o.is_empty() {
            return Self::EMPTY;
        }
        Interval::between(self.lower().min(o.lower()), self.upper().min(o.upper()))
    }
    fn max(self, o: Self) -> Self {
        if self.is_empty() || o.is_empty() {
            return Self::EMPTY;
        }
        Interval::between(self.lower().max(o.lower()), self.upper().max(o.upper()))
    }
    fn recip(self) -> Self {
        if self.lower() == 0.0 && self.upper() > 0.0 {
            return Interval::between((1.0 / self.upper()).next_down(), f64::INFINITY);
        }
        Interval::ONE / self
    }
}
fn mono(x: f64, n: i32) -> Interval {
    if n == 0 {
        return Interval::ONE;
    }
    let (mut r, mut s, mut n) = (Interval::ONE, Interval::from(x), n);
    while n > 0 {
        if n & 1 == 1 {
            r = r * s;
        }
        n >>= 1;
        if n > 0 {
            s = s * s;
        }
    }
    r
}
