//! Parsing and display of expressions. References: the documented grammar, hand-derived trees, and the law that a
//! displayed expression parses back to an equal one.

// Unwrapping is fine in tests; the digits of the constants are spelled out on purpose.
#![allow(clippy::unwrap_used, clippy::approx_constant)]

mod random_expr;

use tangency_interval::Interval;
use tangency_interval::expr::{Expr, NameError, Scope, Tape, TapeWorkspace};
use tangency_interval::laws::Random;

fn parse(text: &str) -> Expr {
    Expr::parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

fn value(text: &str) -> f64 {
    let mut work = TapeWorkspace::default();
    parse(text).compile(&["x", "y"]).unwrap().values(&[3.0, 0.5], &mut work)[0]
}

#[test]
fn precedence_is_that_of_mathematics() {
    for (text, expected) in [
        ("1 + 2 * 3", 7.0),
        ("2 * 3 - 4 - 5", -3.0),
        ("8 / 4 / 2", 1.0),
        ("-2^2", -4.0),
        ("(-2)^2", 4.0),
        ("2^3^2", 512.0),
        ("2^-1", 0.5),
        ("-x^2", -9.0),
        ("x^-2", 1.0 / 9.0),
        ("2 - -3", 5.0),
        ("--x", 3.0),
        ("+x", 3.0),
        ("x * -y", -1.5),
        ("1e3 + 1.5E-1 + .5 + 2.", 1002.65),
        ("min(x, y, -1)", -1.0),
        ("max(x, y)", 3.0),
        ("atan2(0, 1) + abs(-x) + sqr(y) + sign(-x)", 2.25),
        ("4^0.5", 2.0),
        ("pow(x, 2)", 9.0),
        ("a = x + 1; b = a * a; b - a", 12.0),
        ("x − 1 · 2 × y", 2.0),
        ("cos(pi) + cos(π) + cos(tau) + ln(e)", 0.0),
    ] {
        let found = value(text);
        assert!((found - expected).abs() <= 1e-15 * expected.abs().max(1.0), "{text} = {found}, not {expected}");
    }
}

#[test]
fn real_exponents_go_through_the_logarithm() {
    assert_eq!(parse("x^y"), parse("exp(y * ln(x))"));
    assert_eq!(parse("x^1.5"), parse("exp(1.5 * ln(x))"));
    assert_eq!(parse("x^(1/2)"), parse("sqrt(x)"));
    assert_eq!(parse("x^(6/2)"), parse("x*x*x"));
}

#[test]
fn constants_are_enclosed_and_literals_are_floats() {
    let mut work = TapeWorkspace::default();
    for (text, below, above) in [
        ("pi", 3.141592653589793_f64, 3.1415926535897936_f64),
        ("tau", 6.283185307179586, 6.283185307179587),
        ("e", 2.718281828459045, 2.7182818284590455),
        ("0.1", 0.1, 0.1),
    ] {
        let range = parse(text).compile(&[]).unwrap().ranges(&[], &mut work)[0];
        assert_eq!((range.lower(), range.upper()), (below, above), "{text}");
    }
    // One tenth lies strictly between two floats, and the quotient encloses it: 10 · (1/10) = 1.
    let tenth = parse("1/10").compile(&[]).unwrap().ranges(&[], &mut work)[0];
    assert!(tenth.lower() < tenth.upper() && tenth.contains(0.1));
}

#[test]
fn errors_point_at_the_character() {
    for (text, position, message) in [
        ("", 1, "found the end, expected a number, a name, `(` or `-`"),
        ("2 *", 4, "found the end, expected a number, a name, `(` or `-`"),
        ("2 x", 3, "found `x`, expected an operator or the end"),
        ("(x + 1", 7, "found the end, expected an operator or `)`"),
        ("x + 1)", 6, "found `)`, expected an operator or the end"),
        ("sin x", 5, "found `x`, expected `(` and the argument of `sin`"),
        ("x + sni(x)", 5, "there is no function `sni` (did you mean `sin`?)"),
        ("sin(x, y)", 1, "`sin` takes one argument, found 2"),
        ("atan2(x)", 1, "`atan2` takes two arguments, found 1"),
        ("min(x)", 1, "`min` takes two arguments or more, found 1"),
        ("sin()", 5, "found `)`, expected a number, a name, `(` or `-`"),
        ("x $ y", 3, "'$' is not part of the language"),
        ("1e999", 1, "the number is too large for a 64-bit float"),
        ("x^3000000000", 3, "the exponent 3000000000 is too large: at most 2147483647 is possible"),
        ("π(x)", 2, "found `(`, expected an operator: `π` is not a function"),
        ("pi = 3; pi", 1, "`pi` already has a meaning and cannot be defined"),
        ("a = 3, a", 6, "found `,`, expected an operator or `;`"),
        (".", 1, "found `.`, expected a digit beside it"),
        ("ä + ö ö", 7, "found `ö`, expected an operator or the end"),
    ] {
        let error = Expr::parse(text).expect_err(text);
        assert_eq!((error.position(), error.message()), (position, message), "{text}");
    }
}

#[test]
fn the_caret_stands_below_the_fault() {
    let error = Expr::parse("x +\n\ty * * 2").unwrap_err();
    assert_eq!(error.line_and_column(), (2, 6));
    let text = error.to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "found `*`, expected a number, a name, `(` or `-`, at line 2, character 6");
    assert_eq!(lines[1].chars().nth(lines[2].chars().position(|c| c == '^').unwrap()), Some('*'));
    // Only an excerpt of a long line is shown, and the caret is shifted accordingly.
    let long = format!("{}$ + {}", "x + ".repeat(1000), "y + ".repeat(1000));
    let text = Expr::parse(&long).unwrap_err().to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[1].chars().count() < 100);
    assert_eq!(lines[1].chars().nth(lines[2].chars().position(|c| c == '^').unwrap()), Some('$'));
}

#[test]
fn a_scope_knows_its_names() {
    let scope = Scope::new().variables(["radius", "angle"]).unwrap().constant("height", 2.5).unwrap();
    assert_eq!(scope.parse("height * radius").unwrap(), parse("2.5 * radius"));
    let error = scope.parse("height * raduis").unwrap_err();
    assert_eq!(error.message(), "there is no variable or constant `raduis` (did you mean `radius`?)");
    let error = scope.parse("q").unwrap_err();
    assert!(error.message().ends_with("(known are angle, e, height, pi, radius, tau, π, τ)"), "{error}");
    assert_eq!(Scope::new().variables(["sin"]).err(), Some(NameError::Taken("sin".into())));
    assert_eq!(Scope::new().variables(["x", "x"]).err(), Some(NameError::Taken("x".into())));
    assert_eq!(Scope::new().constant("2x", 1.0).err(), Some(NameError::NotAnIdentifier("2x".into())));
    assert_eq!(Scope::new().constant("", 1.0).err(), Some(NameError::NotAnIdentifier(String::new())));
    // A constant known only up to an enclosure keeps its name and its enclosure.
    let measured = Scope::new().constant("g", Interval::new(9.7, 9.9).unwrap()).unwrap().parse("g / 2").unwrap();
    let mut work = TapeWorkspace::default();
    assert!(Interval::new(4.85, 4.95).unwrap().subset(measured.compile(&[]).unwrap().ranges(&[], &mut work)[0]));
}

#[test]
fn unlisted_variables_are_an_error() {
    let error = Tape::new(&[parse("u + w")], &["u", "v"]).unwrap_err();
    assert_eq!(error.to_string(), "the expression uses the variable `w`, which is not among those given (u, v)");
    assert!(matches!(Tape::new(&[parse("u")], &["u", "u"]), Err(NameError::Taken(_))));
}

#[test]
fn displayed_expressions_parse_back() {
    let mut random = Random::new(11);
    let (mut named, mut plain) = (0, 0);
    for i in 0..3000 {
        let size = 1 + i % 400;
        let expression = random_expr::any(&mut random, &["x", "y", "_z"], size);
        let text = expression.to_string();
        let back = Expr::parse(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        assert_eq!(back, expression, "{text}");
        assert_eq!(back.to_string(), text);
        if text.contains(';') { named += 1 } else { plain += 1 }
    }
    assert!(named > 100 && plain > 1000, "{named} {plain}");
}

#[test]
fn shared_parts_are_displayed_once() {
    // Written out, this would contain 2^200 variables.
    let mut e = Expr::variable("x");
    for _ in 0..200 {
        e = (&e + 1.5).sin() * (&e + 1.5).exp();
    }
    let text = e.to_string();
    assert!(text.len() < 20_000, "{}", text.len());
    assert_eq!(Expr::parse(&text).unwrap(), e);
}

#[test]
fn mutated_texts_never_panic() {
    let seeds = [
        "(2 + cos(v)) * cos(u)",
        "a = sqrt(x^2 + y^2) - 2; a^2 + z^2 - 1e-3",
        "min(max(x, y), atan2(y, x), -3.5e+2) / (1 - x)^-3",
        "exp(-x^2 / 2) / sqrt(tau) + asin(x) * acos(y) - atan(z) * abs(tan(x)) ^ pi",
        "((((((((x))))))))",
        "-----x^-y^+z",
    ];
    let alphabet: Vec<char> = "()+-*/^,;=. \n\t_xyzeE0123456789sincoqrtaπ−×\u{0}\u{feff}🦀".chars().collect();
    let mut random = Random::new(5);
    let (mut good, mut bad) = (0, 0);
    for i in 0..40_000 {
        let mut text: Vec<char> = seeds[i % seeds.len()].chars().collect();
        for _ in 0..=random.below(6) {
            let at = random.below(text.len() + 1);
            match random.below(5) {
                0 => text.insert(at, alphabet[random.below(alphabet.len())]),
                1 if at < text.len() => drop(text.remove(at)),
                2 if at < text.len() => text[at] = alphabet[random.below(alphabet.len())],
                3 => text.truncate(at),
                _ => {
                    let from = random.below(text.len() + 1).min(at);
                    let piece: Vec<char> = text[from..at].to_vec();
                    text.splice(at..at, piece);
                }
            }
        }
        let text: String = text.into_iter().collect();
        match Expr::parse(&text) {
            Ok(expression) => {
                good += 1;
                assert_eq!(Expr::parse(&expression.to_string()).unwrap(), expression, "{text}");
            }
            Err(error) => {
                bad += 1;
                assert!(error.position() <= text.chars().count() + 1 && error.to_string().contains('^'));
            }
        }
    }
    assert!(good > 2000 && bad > 10_000, "{good} {bad}");
}

#[test]
fn hostile_texts_are_refused_in_time() {
    let deep = 100_000;
    for text in [
        format!("{}x{}", "(".repeat(deep), ")".repeat(deep)),
        "(".repeat(deep),
        format!("{}x", "-".repeat(deep)),
        format!("{}x", "x^".repeat(deep)),
        format!("{}x{}", "sin(".repeat(deep), ")".repeat(deep)),
        format!("{}x", "a = ".repeat(deep)),
        "x+".repeat(2_000_000),
        "9".repeat(2_000_000),
    ] {
        assert!(Expr::parse(&text).is_err());
    }
    // Long but flat texts are accepted, and so are long sums of numbers that cannot be folded.
    for text in [
        format!("{}x", "x+".repeat(deep)),
        format!("{}x*x*x", "0.1*".repeat(deep)),
        format!("{}x", "0.1+".repeat(deep)),
        format!("x{}", "/0.1".repeat(deep)),
        format!("0*({}/x)", "0.3*".repeat(deep).trim_end_matches('*')),
    ] {
        let expression = Expr::parse(&text).unwrap();
        assert!(expression.compile(&["x"]).is_ok());
    }
    assert!(Expr::parse(&"1".repeat(300)).unwrap() == Expr::parse(&"1".repeat(300)).unwrap());
}
