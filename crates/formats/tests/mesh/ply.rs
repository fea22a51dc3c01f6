//! PLY.

use super::*;
use tangency_formats::mesh::write_ply;

const HEAD: &str = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n";
const FACE: &str = "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
const POINTS: &str = "0 0 0\n1 0 0\n0 1 0\n";

fn refused_at(text: &str, kind: ErrorKind, line: usize) -> String {
    refused(Format::Ply, text.as_bytes(), kind, MeshFilePlace::Line(line))
}

#[test]
fn all_kinds_are_the_same_cube() {
    let text = Format::Ply.parse(&samples::cube_ply_text()).unwrap();
    assert_cube(&text);
    assert!(has_warning(&text, "edges left out: 1"), "{:?}", text.warnings);
    for big_endian in [false, true] {
        // The last face is a strip, with the other diagonal.
        let file = Format::Ply.parse(&samples::cube_ply_binary(big_endian)).unwrap();
        assert_eq!((file.mesh.vertices().len(), file.mesh.triangles().len()), (8, 12));
        assert_eq!(file.mesh.edges().len(), 18);
        assert_eq!(volume_times_six(&file.mesh), 6.0);
        assert_eq!(file.warnings, Vec::<String>::new());
    }
}

#[test]
fn lines_of_the_header_end_in_every_way() {
    for end in ["\r\n", "\r"] {
        let text = format!("{HEAD}{FACE}{POINTS}3 0 1 2\n").replace('\n', end);
        assert_eq!(Format::Ply.parse(text.as_bytes()).unwrap().mesh.triangles(), [[0, 1, 2]]);
    }
    // Binary data that begins with a line feed, after a header with carriage returns as line ends.
    let mut bytes = "ply\rformat binary_little_endian 1.0\relement vertex 3\rproperty uchar x\rproperty uchar y\r\
         property uchar z\relement face 1\rproperty list uchar uchar vertex_index\rend_header\r"
        .as_bytes()
        .to_vec();
    bytes.extend([10, 0, 0, 1, 0, 0, 0, 1, 0, 3, 0, 1, 2]);
    assert_eq!(Format::Ply.parse(&bytes).unwrap().mesh.vertices()[0], DVec3::X * 10.0);
}

#[test]
fn numbers_of_every_type_are_exact() {
    let types = ["char", "uchar", "short", "ushort", "int", "uint", "float", "double"];
    let sized = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "float32", "float64"];
    let values: [(f64, Vec<u8>); 8] = [
        (-128.0, vec![0x80]),
        (255.0, vec![255]),
        (-32768.0, (-32768_i16).to_le_bytes().to_vec()),
        (65535.0, 65535_u16.to_le_bytes().to_vec()),
        (-2147483648.0, i32::MIN.to_le_bytes().to_vec()),
        (4294967295.0, u32::MAX.to_le_bytes().to_vec()),
        (f64::from(0.1_f32), 0.1_f32.to_le_bytes().to_vec()),
        (0.1, 0.1_f64.to_le_bytes().to_vec()),
    ];
    for (index, (value, bytes)) in values.iter().enumerate() {
        for (name, big_endian) in [(types[index], false), (sized[index], true)] {
            let order = if big_endian { "big" } else { "little" };
            let mut file = format!(
                "ply\nformat binary_{order}_endian 1.0\nelement vertex 3\nproperty {name} x\nproperty uchar y\n\
                 property uchar z\nelement face 1\nproperty list uchar uchar vertex_index\nend_header\n"
            )
            .into_bytes();
            for corner in 0..3_u8 {
                let mut bytes = bytes.clone();
                if big_endian {
                    bytes.reverse();
                }
                file.extend(bytes);
                file.extend([corner % 2, corner / 2]);
            }
            file.extend([3, 0, 1, 2]);
            assert_eq!(Format::Ply.parse(&file).unwrap().mesh.vertices()[0].x, *value, "{name}");
        }
    }
}

#[test]
fn indices_may_be_of_floating_type_and_faces_come_first() {
    let text = "ply\nformat ascii 1.0\nelement face 1\nproperty list float double vertex_indices\nelement vertex 3\n\
        property float x\nproperty float y\nproperty float z\nend_header\n3 0 1 2.0\n0 0 0\n1 0 0\n0 1 0\n";
    assert_eq!(Format::Ply.parse(text.as_bytes()).unwrap().mesh.triangles(), [[0, 1, 2]]);
}

#[test]
fn strips_turn_every_second_triangle_and_begin_again() {
    let text = "ply\nformat ascii 1.0\nelement vertex 6\nproperty float x\nproperty float y\nproperty float z\n\
        element tristrips 1\nproperty list int int vertex_indices\nend_header\n\
        0 0 0\n1 0 0\n0 1 0\n1 1 0\n5 5 5\n6 5 5\n11\n0 1 2 3 -1 3 4 5 5 4 -1\n";
    let file = Format::Ply.parse(text.as_bytes()).unwrap();
    // The last two windows repeat a corner.
    assert_eq!(file.mesh.triangles(), [[0, 1, 2], [2, 1, 3], [3, 4, 5]]);
}

#[test]
fn absurd_counts_are_refused() {
    for (count, kind) in [("4000000000", ErrorKind::Truncated), ("18446744073709551615", ErrorKind::Truncated)] {
        let text = format!("{HEAD}{FACE}{POINTS}3 0 1 2\n").replace("vertex 3", &format!("vertex {count}"));
        refused_at(&text, kind, 14);
        let binary = text.replace("ascii", "binary_big_endian");
        let error = Format::Ply.parse(binary.as_bytes()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Truncated, "{error}");
        // Rows without properties have no bytes, however many are announced.
        let empty = format!("{HEAD}element nothing {count}\n{FACE}{POINTS}3 0 1 2\n");
        assert!(Format::Ply.parse(empty.as_bytes()).is_ok());
        let other = format!("{HEAD}element other {count}\nproperty double a\n{FACE}{POINTS}3 0 1 2\n");
        let error = Format::Ply.parse(other.replace("ascii", "binary_little_endian").as_bytes()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Truncated, "{error}");
    }
    refused_at(&format!("{HEAD}{FACE}{POINTS}4000000000 0 1 2\n"), ErrorKind::Truncated, 14);
}

#[test]
fn bad_headers_are_refused_with_their_line() {
    let good = format!("{HEAD}{FACE}{POINTS}3 0 1 2\n");
    for (from, to, line) in [
        ("format ascii 1.0\n", "", 8),
        ("ascii", "utf8", 2),
        ("vertex 3", "vertex -3", 3),
        ("vertex 3", "vertex three", 3),
        ("element vertex 3", "element vertex", 3),
        ("float x", "real x", 4),
        ("property float x", "property float", 4),
        ("float x", "float a", 3),
        ("float x", "list uchar float x", 3),
        ("element vertex 3\n", "", 3),
        ("vertex_indices", "corners", 7),
        ("list uchar int", "int", 7),
        ("end_header", "end", 9),
    ] {
        assert!(good.contains(from));
        refused_at(&good.replace(from, to), ErrorKind::Syntax, line);
    }
    refused_at(&format!("{HEAD}element vertex 0\n"), ErrorKind::Truncated, 8);
    refused(Format::Ply, b"plywood", ErrorKind::Syntax, MeshFilePlace::Line(1));
    refused(Format::Ply, b"ply", ErrorKind::Syntax, MeshFilePlace::Line(1));
}

#[test]
fn bad_data_is_refused_with_its_place() {
    let good = format!("{HEAD}{FACE}{POINTS}3 0 1 2\n");
    for (from, to, kind, line) in [
        ("1 0 0\n", "1 nan 0\n", ErrorKind::NotFinite, 11),
        ("1 0 0\n", "1 one 0\n", ErrorKind::Syntax, 11),
        ("3 0 1 2", "3 0 1 3", ErrorKind::OutOfRange, 13),
        ("3 0 1 2", "3 0 1 -1", ErrorKind::OutOfRange, 13),
        ("3 0 1 2", "3 0 1 1.5", ErrorKind::OutOfRange, 13),
        ("3 0 1 2", "3 0 1 4294967296", ErrorKind::OutOfRange, 13),
        ("3 0 1 2", "2 0 1", ErrorKind::Syntax, 13),
        ("3 0 1 2", "-1 0 1 2", ErrorKind::Syntax, 13),
        ("3 0 1 2\n", "3 0 1\n", ErrorKind::Truncated, 14),
        ("3 0 1 2\n", "3 0 1 2\n3 2 1 0\n", ErrorKind::Trailing, 14),
    ] {
        assert!(good.contains(from));
        refused_at(&good.replace(from, to), kind, line);
    }
    refused(
        Format::Ply,
        good.replace("face 1", "face 0").replace("3 0 1 2\n", "").as_bytes(),
        ErrorKind::NoTriangles,
        MeshFilePlace::Whole,
    );
}

#[test]
fn bad_binary_data_is_refused_with_its_byte() {
    let good = samples::cube_ply_binary(false);
    let body = good.windows(11).position(|window| window == b"end_header\n").unwrap() + 11;
    let mut damaged = good.clone();
    damaged[body + 19 + 7] = 0x7F;
    damaged[body + 19 + 6] = 0xF8;
    refused(Format::Ply, &damaged, ErrorKind::NotFinite, MeshFilePlace::Byte(body + 19));
    let cut = &good[..good.len() - 1];
    assert_eq!(Format::Ply.parse(cut).unwrap_err().kind(), ErrorKind::Truncated);
    let longer = [&good[..], b"more"].concat();
    refused(Format::Ply, &longer, ErrorKind::Trailing, MeshFilePlace::Byte(good.len()));
}

#[test]
fn what_is_written_is_read_again_exactly() {
    let values = [5e-324, -1.5e308, 0.1, 1.0 / 3.0, -0.0, 1e22, 123_456_789.123_456_78, 7.0, -1e-9];
    let mesh = Mesh::new(values.chunks(3).map(DVec3::from_slice).collect(), vec![[0, 1, 2], [2, 1, 0]]).unwrap();
    let again = Format::Ply.parse(&write_ply(&mesh)).unwrap().mesh;
    assert_eq!(again, mesh);
    assert!(again.vertices()[1].y.is_sign_negative(), "-0 stays -0");
}
