//! NumPy's file of one array: a magic number, a header that is a Python dictionary, and the numbers.
//!
//! Source: *The NPY format*, NumPy Enhancement Proposal 1 and `numpy/lib/format.py`.

use super::numbers::SampleType;
use super::{VolumeFault, VolumeFile, check_found, sample_count, shown};

pub(crate) const MAGIC: &[u8] = b"\x93NUMPY";

/// The header.
#[derive(Debug, PartialEq)]
struct NpyHeader {
    number: SampleType,
    big_endian: bool,
    /// Whether the first index changes fastest.
    first_fastest: bool,
    shape: Vec<usize>,
}

pub(super) fn parse(bytes: &[u8]) -> Result<VolumeFile, VolumeFault> {
    let (text, data) = split(bytes)?;
    let NpyHeader { number, big_endian, first_fastest, shape } = header(text)?;
    let shape = dimensions::<3>(&shape)?;
    let count = sample_count(shape)?;
    check_found(data.len() / number.size(), shape, count)?;
    let samples = number.read_all(data, big_endian);
    let counts = if first_fastest { shape } else { [shape[2], shape[1], shape[0]] };
    let file = VolumeFile { counts, samples, origin: None, spacing: None };
    Ok(if first_fastest { file } else { file.reversed() })
}

/// An array of two dimensions: its rows and columns, and its numbers, the first row first.
pub(crate) fn table(bytes: &[u8]) -> Result<([usize; 2], Vec<f64>), VolumeFault> {
    let (text, data) = split(bytes)?;
    let NpyHeader { number, big_endian, first_fastest, shape } = header(text)?;
    let [rows, columns] = dimensions::<2>(&shape)?;
    let count = sample_count([rows, columns, 1])?;
    let found = data.len() / number.size();
    if found != count {
        return Err(format!("found {found} numbers, expected {count} ({rows} × {columns})"));
    }
    let numbers = number.read_all(data, big_endian);
    let by_row = |at: usize| numbers[(at % columns) * rows + at / columns];
    let numbers = if first_fastest { (0..count).map(by_row).collect() } else { numbers };
    Ok(([rows, columns], numbers))
}

/// The header and what follows it.
fn split(bytes: &[u8]) -> Result<(&str, &[u8]), VolumeFault> {
    let cut = || "found the end of the file within the header of a NumPy array".to_owned();
    let version = *bytes.get(MAGIC.len()).ok_or_else(cut)?;
    let rest = bytes.get(MAGIC.len() + 2..).ok_or_else(cut)?;
    let (length, rest) = match version {
        1 => (rest.first_chunk::<2>().map(|size| usize::from(u16::from_le_bytes(*size))), rest.get(2..)),
        2 | 3 => (rest.first_chunk::<4>().map(|size| u32::from_le_bytes(*size) as usize), rest.get(4..)),
        _ => return Err(format!("found version {version} of NumPy's format, expected 1, 2 or 3")),
    };
    let (length, rest) = (length.ok_or_else(cut)?, rest.ok_or_else(cut)?);
    let (header, data) = rest.split_at_checked(length).ok_or_else(cut)?;
    let header = std::str::from_utf8(header).map_err(|_| "found a header that is not text".to_owned())?;
    Ok((header, data))
}

/// `{'descr': '<f4', 'fortran_order': False, 'shape': (96, 64, 48), }`
fn header(text: &str) -> Result<NpyHeader, VolumeFault> {
    let value = |key: &str| {
        let at = [format!("'{key}'"), format!("\"{key}\"")]
            .iter()
            .find_map(|quoted| text.find(quoted).map(|at| at + quoted.len()));
        let rest = at.map(|at| text[at..].trim_start()).and_then(|rest| rest.strip_prefix(':'));
        rest.map(str::trim_start).ok_or_else(|| format!("found no `{key}` in the header {}", shown(text)))
    };
    let (number, big_endian) = description(value("descr")?)?;
    let order = value("fortran_order")?;
    let first_fastest = match (order.starts_with("True"), order.starts_with("False")) {
        (true, _) => true,
        (_, true) => false,
        _ => return Err(format!("found {} for `fortran_order`, expected True or False", shown(order))),
    };
    Ok(NpyHeader { number, big_endian, first_fastest, shape: shape(value("shape")?)? })
}

/// `'<f4'`: the byte order, the kind, the size.
fn description(text: &str) -> Result<(SampleType, bool), VolumeFault> {
    let unknown = || format!("found samples of the type {}, expected integers or floating-point numbers", shown(text));
    let quote = text.chars().next().filter(|&quote| quote == '\'' || quote == '"').ok_or_else(unknown)?;
    let name = text[1..].split(quote).next().ok_or_else(unknown)?;
    let big_endian = name.starts_with('>');
    let number = match name.trim_start_matches(['<', '>', '|', '=']) {
        "i1" => SampleType::I8,
        "u1" | "b1" => SampleType::U8,
        "i2" => SampleType::I16,
        "u2" => SampleType::U16,
        "i4" => SampleType::I32,
        "u4" => SampleType::U32,
        "i8" => SampleType::I64,
        "u8" => SampleType::U64,
        "f2" => SampleType::F16,
        "f4" => SampleType::F32,
        "f8" => SampleType::F64,
        _ => return Err(unknown()),
    };
    Ok((number, big_endian))
}

/// `(96, 64, 48)`
fn shape(text: &str) -> Result<Vec<usize>, VolumeFault> {
    let inner = text.strip_prefix('(').and_then(|text| text.split(')').next());
    let numbers = inner.map(|inner| inner.split(',').map(str::trim).filter(|part| !part.is_empty()).map(str::parse));
    let counts: Option<Vec<usize>> = numbers.and_then(|numbers| numbers.collect::<Result<_, _>>().ok());
    counts.ok_or_else(|| format!("found the shape {}, expected a list of counts", shown(text)))
}

fn dimensions<const N: usize>(shape: &[usize]) -> Result<[usize; N], VolumeFault> {
    shape.try_into().map_err(|_| format!("found an array of {} dimensions, expected {N}", shape.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An array as `numpy.save` writes it.
    fn npy(descr: &str, fortran: &str, shape: &str, data: &[u8]) -> Vec<u8> {
        let header = format!("{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}");
        let padded = format!("{header:<width$}\n", width = (header.len() + 11).next_multiple_of(64) - 11);
        [b"\x93NUMPY\x01\x00", &(padded.len() as u16).to_le_bytes()[..], padded.as_bytes(), data].concat()
    }

    #[test]
    fn both_orders_give_the_same_grid() {
        // a[i, j, k] = 100·i + 10·j + k with shape (2, 3, 4).
        let value = |i: usize, j: usize, k: usize| (100 * i + 10 * j + k) as i16;
        let last_fastest: Vec<u8> = (0..24).flat_map(|at| value(at / 12, at / 4 % 3, at % 4).to_le_bytes()).collect();
        let first_fastest: Vec<u8> = (0..24).flat_map(|at| value(at % 2, at / 2 % 3, at / 6).to_be_bytes()).collect();
        let c = parse(&npy("<i2", "False", "(2, 3, 4)", &last_fastest)).unwrap();
        let fortran = parse(&npy(">i2", "True", "(2, 3, 4)", &first_fastest)).unwrap();
        assert_eq!(c, fortran);
        assert_eq!(c.counts, [2, 3, 4]);
        assert_eq!(c.samples[1 + 2 * (2 + 3 * 3)], 123.0);
        let reversed = c.clone().reversed();
        assert_eq!(reversed.counts, [4, 3, 2]);
        assert_eq!(reversed.samples[3 + 4 * (2 + 3)], 123.0);
        assert_eq!(reversed.reversed(), c);
    }

    #[test]
    fn other_versions_and_quotes() {
        let mut bytes = npy("<f8", "False", "(1, 1, 2)", &[0; 16]);
        let header = String::from_utf8(bytes[10..bytes.len() - 16].to_vec()).unwrap().replace('\'', "\"");
        let second =
            [b"\x93NUMPY\x02\x00", &(header.len() as u32).to_le_bytes()[..], header.as_bytes(), &[0; 16]].concat();
        assert_eq!(parse(&second), parse(&bytes));
        bytes[6] = 9;
        assert_eq!(parse(&bytes).unwrap_err(), "found version 9 of NumPy's format, expected 1, 2 or 3");
    }

    #[test]
    fn faults_are_named() {
        let fault = |descr: &str, fortran: &str, shape: &str| parse(&npy(descr, fortran, shape, &[0; 32])).unwrap_err();
        assert_eq!(fault("<f4", "False", "(3, 3)"), "found an array of 2 dimensions, expected 3");
        assert!(fault("<f4", "False", "(2, 2, x)").starts_with("found the shape `(2, 2, x), }"));
        assert!(fault("<c8", "False", "(2, 2, 2)").starts_with("found samples of the type"));
        assert!(fault("<f4", "Maybe", "(2, 2, 2)").contains("expected True or False"));
        assert_eq!(fault("<f8", "False", "(2, 2, 2)"), "found 4 samples, expected 8 (2 × 2 × 2)");
        assert!(fault("<f4", "False", "(4294967296, 4294967296, 2)").contains("expected at most"));
        for cut in 0..20 {
            assert!(parse(&npy("<f4", "False", "(2, 2, 2)", &[0; 32])[..cut.max(6)]).is_err());
        }
    }
}
