//! Construction of expressions with ordinary operators and functions.

use super::node::Expr;
use super::operation::{Binary, Unary};
use super::simplify;
use std::ops::{Add, Div, Mul, Neg, Sub};

macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident $op:ident;)*) => {
        impl Expr {$(
            $(#[$doc])*
            #[must_use]
            pub fn $name(&self) -> Self {
                simplify::unary(Unary::$op, self.clone())
            }
        )*}
    };
}

functions! {
    /// The square.
    sqr Sqr;
    /// The square root, defined where the argument is not negative.
    sqrt Sqrt;
    /// The absolute value.
    abs Abs;
    /// −1, 0 or 1 as the argument is below, at or above zero.
    sign Sign;
    /// The exponential.
    exp Exp;
    /// The natural logarithm, defined where the argument is positive.
    ln Ln;
    /// The sine.
    sin Sin;
    /// The cosine.
    cos Cos;
    /// The tangent, undefined at its poles.
    tan Tan;
    /// The inverse sine, defined on [−1, 1].
    asin Asin;
    /// The inverse cosine, defined on [−1, 1].
    acos Acos;
    /// The inverse tangent.
    atan Atan;
}

impl Expr {
    /// An integer power. A negative power is undefined where the base is zero; `x.powi(0)` is 1 wherever x is
    /// defined.
    #[must_use]
    pub fn powi(&self, exponent: i32) -> Self {
        simplify::power(self, exponent)
    }

    /// A power with any exponent: an integer power if the exponent is an integer number, the square root if it is
    /// one half, otherwise exp(exponent · ln(base)), which is defined where the base is positive.
    #[must_use]
    pub fn pow(&self, exponent: &Self) -> Self {
        match exponent.as_number() {
            Some(0.5) => self.sqrt(),
            Some(value) if value.fract() == 0.0 && value.abs() <= f64::from(i32::MAX) => self.powi(value as i32),
            Some(_) | None => (exponent * self.ln()).exp(),
        }
    }

    /// The smaller of the two.
    #[must_use]
    pub fn min(&self, other: impl Into<Self>) -> Self {
        simplify::binary(Binary::Min, self.clone(), other.into())
    }

    /// The larger of the two.
    #[must_use]
    pub fn max(&self, other: impl Into<Self>) -> Self {
        simplify::binary(Binary::Max, self.clone(), other.into())
    }

    /// The angle of the point (`x`, `self`) from the positive x axis, in (−π, π]; undefined at the origin.
    #[must_use]
    pub fn atan2(&self, x: impl Into<Self>) -> Self {
        simplify::binary(Binary::Atan2, self.clone(), x.into())
    }
}

impl From<&Expr> for Expr {
    fn from(expression: &Expr) -> Self {
        expression.clone()
    }
}

macro_rules! operator {
    ($operator:ident $method:ident: $($left:ty, $right:ty);*) => {$(
        impl $operator<$right> for $left {
            type Output = Expr;
            fn $method(self, other: $right) -> Expr {
                simplify::binary(Binary::$operator, self.into(), other.into())
            }
        }
    )*};
}

macro_rules! operators {
    ($($operator:ident $method:ident)*) => {$(
        operator! {
            $operator $method:
            Expr, Expr; Expr, &Expr; &Expr, Expr; &Expr, &Expr; Expr, f64; &Expr, f64; f64, Expr; f64, &Expr
        }
    )*};
}

operators! { Add add Sub sub Mul mul Div div }

impl Neg for Expr {
    type Output = Expr;
    fn neg(self) -> Expr {
        simplify::unary(Unary::Neg, self)
    }
}

impl Neg for &Expr {
    type Output = Expr;
    fn neg(self) -> Expr {
        -self.clone()
    }
}

impl std::iter::Sum for Expr {
    fn sum<I: Iterator<Item = Expr>>(terms: I) -> Expr {
        terms.fold(Expr::number(0.0), |sum, term| sum + term)
    }
}
