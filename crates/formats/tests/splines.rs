//! Files of spline patches: what is read, what is refused, and that no mutated file makes the reader panic.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

use glam::dvec3;
use tangency_formats::spline;
use tangency_interval::laws::Random;

/// Two patches of degrees 1 × 1 and 2 × 1.
const TEXT: &str = "2\n1 1\n0 0 0\n0 1 0\n1 0 0\n1 1 0\n2 1\n0 0 1\n0 1 1\n1 0 2\n1 1 2\n2 0 1\n2 1 1\n";

const JSON: &str = r#"{"about": "a square, and half a cylinder of knots",
  "vertices": [[0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0]],
  "patches": [[0, 0, 0, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3],
    {"degree": [1, 1], "points": [[0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0]], "weights": [1, 2, 1, 2]}],
  "surfaces": [{"degree": [1, 1], "knots": [[0, 0, 1, 2, 2], [0, 0, 1, 1]],
    "points": [[0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0], [2, 0, 1], [2, 1, 1]]}]}"#;

fn refused(text: &str) -> String {
    spline::parse(text.as_bytes(), "a.bpt").unwrap_err().to_string()
}

#[test]
fn text_and_json_are_read() {
    let patches = spline::parse(TEXT.as_bytes(), "a.bpt").unwrap();
    assert_eq!(patches.iter().map(|patch| patch.degree()).collect::<Vec<_>>(), [[1, 1], [2, 1]]);
    assert_eq!(patches[1].at(0.5, 0.5, 0.0), dvec3(1.0, 0.5, 1.5));
    let patches = spline::parse(JSON.as_bytes(), "a.json").unwrap();
    assert_eq!(patches.iter().map(|patch| patch.degree()).collect::<Vec<_>>(), [[3, 3], [1, 1], [1, 1], [1, 1]]);
    assert!(patches[1].is_rational() && !patches[0].is_rational());
}

#[test]
fn faults_are_named() {
    assert_eq!(refused(&TEXT[..28]), "a.bpt: the file ends in control point 3 of patch 0");
    assert!(
        refused(&TEXT.replace("1 0 2", "1 x 2")).ends_with("`x` in control point 2 of patch 1: expected a coordinate")
    );
    assert!(refused(&TEXT.replace("1 1\n0 0 0", "1 9\n0 0 0")).contains("the degrees 1 and 9: expected 1 to 7"));
    assert!(refused(&format!("{TEXT} 7")).contains("`7` after the last of 2 patches"));
    assert!(refused("solid cube").contains("the file starts with `solid cube`"));
    assert_eq!(refused("0"), "a.bpt: the file holds no patches");
    assert!(refused(&JSON.replace("[0, 0, 0, 1, 0", "[0, 0, 0, 9, 0")).contains("patch 0 names vertex 9"));
    assert!(
        refused(&JSON.replace("\"weights\": [1, 2, 1, 2]", "\"weights\": [1, -2, 1, 2]")).contains("weight 1 is -2")
    );
    assert!(refused(&JSON.replace("[0, 0, 1, 2, 2]", "[0, 2, 1, 2, 2]")).contains("surface 0: knot 2 along u is 1"));
    assert!(refused(&JSON.replace("about", "abaut")).contains("unknown field `abaut`"));
    let own = "[0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0]], \"weights\"";
    let null = refused(&JSON.replace(own, "[0, null, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0]], \"weights\""));
    assert_eq!(null, "a.bpt: patch 1: control point 0 is `[0,null,0]`: expected three numbers");
    let null = refused(&JSON.replace("[1, 2, 1, 2]", "[1, 2, null, 2]"));
    assert_eq!(null, "a.bpt: patch 1: weight 2 is `null`: expected a number");
    let null = refused(&JSON.replace("[0, 0, 1, 2, 2]", "[0, 0, null, 2, 2]"));
    assert_eq!(null, "a.bpt: surface 0: knot along u 2 is `null`: expected a number");
    assert!(refused(&JSON.replace("[0, 0, 0, 1, 0", "[0, 0, -1, 1, 0")).contains("patch 0: entry 2 is `-1`"));
    assert!(refused(r#"{"patches": [7]}"#).contains("patch 0 is `7`: expected a list of sixteen indices"));
    assert!(refused(r#"{"patches": [{"points": []}]}"#).contains("patch 0: the field `degree` is missing"));
    assert!(refused(r#"{"patches": [{"degre": [1, 1]}]}"#).contains("patch 0: unknown field `degre`, expected degree"));
    let spread = refused(&JSON.replace("[1, 2, 1, 2]", "[1, 1, 1e9, 1]"));
    assert!(spread.contains("patch 1: weight 0 is 1 and weight 2 is 1000000000"), "{spread}");
    let empty = refused(&JSON.replace("[0, 0, 1, 2, 2]", "[2, 2, 2, 2, 2]"));
    assert!(empty.contains("surface 0: the range along u is empty: knots 1 and 3,"), "{empty}");
}

#[test]
fn mutated_files_do_not_panic() {
    let mut random = Random::new(7);
    let (mut read, mut failed) = (0, 0);
    for round in 0..20_000 {
        let mut bytes = if round % 2 == 0 { TEXT } else { JSON }.as_bytes().to_vec();
        for _ in 0..1 + random.below(3) {
            let at = random.below(bytes.len());
            match random.below(4) {
                0 => bytes[at] = random.below(256) as u8,
                1 => bytes.truncate(at.max(1)),
                2 => bytes.insert(at, b"0123456789.-e[]{},\" \n"[random.below(21)]),
                _ => drop(bytes.remove(at)),
            }
            if bytes.is_empty() {
                bytes.push(b'1');
            }
        }
        match spline::parse(&bytes, "a") {
            Ok(_) => read += 1,
            Err(_) => failed += 1,
        }
    }
    assert!(read > 500 && failed > 5_000, "{read} {failed}");
}
