//! NRRD, "nearly raw raster data": a text header, an empty line, and the numbers.
//!
//! Source: *Definition of NRRD File Format*, G. Kindlmann, <https://teem.sourceforge.net/nrrd/format.html>.

use super::numbers::SampleType;
use super::{VolumeFault, VolumeFile, check_found, load, sample_count, shown};
use flate2::read::MultiGzDecoder;
use std::io::Read;
use std::path::Path;

pub(super) const MAGIC: &[u8] = b"NRRD000";

/// The encoding of the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NrrdEncoding {
    Raw,
    Gzip,
    Text,
}

/// The fields of a header that are used here.
#[derive(Debug, Default)]
struct NrrdHeader<'a> {
    number: Option<SampleType>,
    dimension: Option<usize>,
    sizes: Option<[usize; 3]>,
    encoding: Option<NrrdEncoding>,
    big_endian: Option<bool>,
    spacings: Option<[f64; 3]>,
    directions: Option<[f64; 3]>,
    origin: Option<[f64; 3]>,
    mins: Option<[f64; 3]>,
    line_skip: usize,
    byte_skip: i64,
    data_file: Option<&'a str>,
}

pub(super) fn parse(bytes: &[u8], folder: Option<&Path>) -> Result<VolumeFile, VolumeFault> {
    let (text, attached) = split(bytes)?;
    let header = read_header(text)?;
    let missing = |field: &str| format!("found no field `{field}` in the header");
    let number = header.number.ok_or_else(|| missing("type"))?;
    if header.dimension.ok_or_else(|| missing("dimension"))? != 3 {
        return Err(format!("found {} dimensions, expected 3", header.dimension.unwrap_or_default()));
    }
    let counts = header.sizes.ok_or_else(|| missing("sizes"))?;
    let encoding = header.encoding.ok_or_else(|| missing("encoding"))?;
    let count = sample_count(counts)?;
    let detached = match (header.data_file, folder) {
        (None, _) => None,
        (Some(name), Some(folder)) => {
            Some(load(&folder.join(name)).map_err(|fault| format!("the data file {}: {fault}", shown(name)))?)
        }
        (Some(name), None) => return Err(format!("found data in the file {}, which needs the folder", shown(name))),
    };
    let data = skipped(detached.as_deref().unwrap_or(attached), &header, (number, count, encoding))?;
    let samples = decoded(data, &header, (number, count, encoding))?;
    check_found(samples.len(), counts, count)?;
    Ok(VolumeFile {
        counts,
        samples,
        origin: header.origin.or(header.mins),
        spacing: header.directions.or(header.spacings),
    })
}

/// The lines of the header after the first, and what follows the empty line.
fn split(bytes: &[u8]) -> Result<(&str, &[u8]), VolumeFault> {
    let empty = |separator: &[u8]| {
        bytes.windows(separator.len()).position(|window| window == separator).map(|at| (at, at + separator.len()))
    };
    // Without an empty line, everything is header and the data is in another file.
    let ends = [empty(b"\n\n"), empty(b"\r\n\r\n")].into_iter().flatten().min();
    let (end, start) = ends.unwrap_or((bytes.len(), bytes.len()));
    let text = std::str::from_utf8(&bytes[..end]).map_err(|_| "found a header that is not text".to_owned())?;
    Ok((text.split_once('\n').map_or("", |(_, rest)| rest), &bytes[start..]))
}

fn read_header(text: &str) -> Result<NrrdHeader<'_>, VolumeFault> {
    let mut header = NrrdHeader { ..NrrdHeader::default() };
    for line in text.lines().map(str::trim_end) {
        // Comments and custom key-value pairs.
        if line.is_empty() || line.starts_with('#') || line.contains(":=") {
            continue;
        }
        let (field, value) =
            line.split_once(": ").ok_or_else(|| format!("found the line {}, expected `field: value`", shown(line)))?;
        read_field(&mut header, &field.to_ascii_lowercase(), value.trim())?;
    }
    Ok(header)
}

fn read_field<'a>(header: &mut NrrdHeader<'a>, field: &str, value: &'a str) -> Result<(), VolumeFault> {
    let wrong = |expected: &str| format!("found {} for `{field}`, expected {expected}", shown(value));
    let count = || value.parse::<usize>().map_err(|_| wrong("a count"));
    match field {
        "type" => header.number = Some(number(value).ok_or_else(|| wrong("an integer or floating-point type"))?),
        "dimension" => header.dimension = Some(count()?),
        "sizes" => {
            let sizes = value.split_whitespace().map(str::parse).collect::<Result<Vec<usize>, _>>();
            let sizes = sizes.ok().and_then(|sizes| <[usize; 3]>::try_from(sizes).ok());
            header.sizes = Some(sizes.ok_or_else(|| wrong("three counts"))?);
        }
        "encoding" => {
            header.encoding = Some(match value.to_ascii_lowercase().as_str() {
                "raw" => NrrdEncoding::Raw,
                "gzip" | "gz" => NrrdEncoding::Gzip,
                "txt" | "text" | "ascii" => NrrdEncoding::Text,
                _ => return Err(wrong("raw, gzip or ascii")),
            });
        }
        "endian" => {
            header.big_endian = Some(match value.to_ascii_lowercase().as_str() {
                "little" => false,
                "big" => true,
                _ => return Err(wrong("little or big")),
            });
        }
        "spacings" => header.spacings = spacings(value).ok_or_else(|| wrong("three positive numbers"))?,
        "axis mins" | "axismins" => header.mins = Some(numbers(value).ok_or_else(|| wrong("three numbers"))?),
        "space directions" => {
            let expected =
                "three vectors (a,0,0) (0,b,0) (0,0,c) with positive numbers: turn the body by its motion instead";
            header.directions = Some(directions(value).ok_or_else(|| wrong(expected))?);
        }
        "space origin" => header.origin = Some(vector(value).ok_or_else(|| wrong("a vector (x,y,z)"))?),
        "line skip" | "lineskip" => header.line_skip = count()?,
        "byte skip" | "byteskip" => {
            let skip = value.parse::<i64>().ok().filter(|&skip| skip >= -1);
            header.byte_skip = skip.ok_or_else(|| wrong("a count, or -1"))?;
        }
        "data file" | "datafile" => {
            if value == "LIST" || value.starts_with("LIST ") || value.contains('%') {
                return Err(wrong("the name of one file"));
            }
            header.data_file = Some(value);
        }
        // Units, labels and measurement frames do not affect the samples.
        _ => {}
    }
    Ok(())
}

fn number(name: &str) -> Option<SampleType> {
    Some(match name {
        "signed char" | "int8" | "int8_t" => SampleType::I8,
        "uchar" | "unsigned char" | "uint8" | "uint8_t" => SampleType::U8,
        "short" | "short int" | "signed short" | "signed short int" | "int16" | "int16_t" => SampleType::I16,
        "ushort" | "unsigned short" | "unsigned short int" | "uint16" | "uint16_t" => SampleType::U16,
        "int" | "signed int" | "int32" | "int32_t" => SampleType::I32,
        "uint" | "unsigned int" | "uint32" | "uint32_t" => SampleType::U32,
        "longlong"
        | "long long"
        | "long long int"
        | "signed long long"
        | "signed long long int"
        | "int64"
        | "int64_t" => SampleType::I64,
        "ulonglong" | "unsigned long long" | "unsigned long long int" | "uint64" | "uint64_t" => SampleType::U64,
        "float" => SampleType::F32,
        "double" => SampleType::F64,
        _ => return None,
    })
}

fn numbers(text: &str) -> Option<[f64; 3]> {
    let numbers = text.split_whitespace().map(str::parse).collect::<Result<Vec<f64>, _>>().ok()?;
    <[f64; 3]>::try_from(numbers).ok().filter(|numbers| numbers.iter().all(|number| number.is_finite()))
}

/// Three spacings; `None` if the file marks them as unknown.
fn spacings(text: &str) -> Option<Option<[f64; 3]>> {
    if text.split_whitespace().all(|part| part.eq_ignore_ascii_case("nan")) {
        return Some(None);
    }
    numbers(text).filter(|numbers| numbers.iter().all(|&number| number > 0.0)).map(Some)
}

/// `(1,2,3)`
fn vector(text: &str) -> Option<[f64; 3]> {
    let inner = text.trim().strip_prefix('(')?.strip_suffix(')')?;
    numbers(&inner.replace(',', " "))
}

/// `(a,0,0) (0,b,0) (0,0,c)`
fn directions(text: &str) -> Option<[f64; 3]> {
    let vectors: Vec<[f64; 3]> =
        text.split_inclusive(')').filter(|part| !part.trim().is_empty()).map(vector).collect::<Option<_>>()?;
    let [x, y, z] = <[[f64; 3]; 3]>::try_from(vectors).ok()?;
    let along = [x[0], y[1], z[2]];
    let others = [x[1], x[2], y[0], y[2], z[0], z[1]];
    (along.iter().all(|&length| length > 0.0) && others.iter().all(|&other| other == 0.0)).then_some(along)
}

/// The data after the skipped lines and bytes.
fn skipped<'a>(
    data: &'a [u8],
    header: &NrrdHeader<'_>,
    (number, count, encoding): (SampleType, usize, NrrdEncoding),
) -> Result<&'a [u8], VolumeFault> {
    let end = || "found the end of the file among what is to be skipped".to_owned();
    if header.byte_skip == -1 {
        // The last bytes of the file, whatever precedes them.
        return match (encoding, data.len().checked_sub(count * number.size())) {
            (NrrdEncoding::Raw, Some(start)) => Ok(&data[start..]),
            (NrrdEncoding::Raw, None) => Ok(data),
            (NrrdEncoding::Gzip | NrrdEncoding::Text, _) => {
                Err("found `byte skip: -1`, expected raw data with it".into())
            }
        };
    }
    let mut rest = data;
    for _ in 0..header.line_skip {
        let line = rest.iter().position(|&byte| byte == b'\n').ok_or_else(end)?;
        rest = &rest[line + 1..];
    }
    // In compressed data, bytes are skipped after decompression.
    if encoding == NrrdEncoding::Gzip { Ok(rest) } else { rest.get(header.byte_skip as usize..).ok_or_else(end) }
}

fn decoded(
    data: &[u8],
    header: &NrrdHeader<'_>,
    (number, count, encoding): (SampleType, usize, NrrdEncoding),
) -> Result<Vec<f64>, VolumeFault> {
    let big_endian = match header.big_endian {
        Some(big_endian) => big_endian,
        None if number.size() == 1 || encoding == NrrdEncoding::Text => false,
        None => return Err("found no field `endian` in the header, which numbers of several bytes need".into()),
    };
    match encoding {
        // Bytes after the samples are ignored: files are often padded.
        NrrdEncoding::Raw => Ok(number.read_all(&data[..data.len().min(count * number.size())], big_endian)),
        NrrdEncoding::Gzip => {
            let skip = header.byte_skip as u64;
            let mut decoder = MultiGzDecoder::new(data);
            let broken = |error: std::io::Error| format!("the compressed data cannot be unpacked: {error}");
            std::io::copy(&mut decoder.by_ref().take(skip), &mut std::io::sink()).map_err(broken)?;
            let mut unpacked = Vec::new();
            decoder.take((count * number.size()) as u64).read_to_end(&mut unpacked).map_err(broken)?;
            Ok(number.read_all(&unpacked, big_endian))
        }
        NrrdEncoding::Text => {
            let text = std::str::from_utf8(data).map_err(|_| "found samples that are not text".to_owned())?;
            let parts = text.split(|letter: char| letter.is_ascii_whitespace() || letter == ',');
            let sample = |part: &str| {
                part.parse::<f64>().map_err(|_| format!("found {} among the samples, expected a number", shown(part)))
            };
            parts.filter(|part| !part.is_empty()).take(count).map(sample).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;

    fn nrrd(fields: &str, data: &[u8]) -> Vec<u8> {
        [format!("NRRD0005\n# a comment\ndimension: 3\nsizes: 2 3 2\n{fields}key:=value\n\n").as_bytes(), data].concat()
    }

    fn samples() -> Vec<f64> {
        (0..12).map(|i| f64::from(i) - 4.5).collect()
    }

    #[test]
    fn every_encoding_gives_the_same_samples() {
        let floats: Vec<u8> = samples().iter().flat_map(|&x| (x as f32).to_le_bytes()).collect();
        let doubles: Vec<u8> = samples().iter().flat_map(|&x| x.to_be_bytes()).collect();
        let text = samples().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
        gzip.write_all(&[b"xyz", &floats[..]].concat()).unwrap();
        let gzip = gzip.finish().unwrap();
        let raw = parse(&nrrd("type: float\nencoding: raw\nendian: little\n", &floats), None).unwrap();
        assert_eq!(raw.samples, samples());
        assert_eq!(raw.counts, [2, 3, 2]);
        let others = [
            nrrd("type: double\nencoding: raw\nendian: big\n", &doubles),
            nrrd("type: float\nencoding: raw\nendian: little\nbyte skip: -1\n", &[b"junk", &floats[..]].concat()),
            nrrd(
                "type: float\nencoding: raw\nendian: little\nline skip: 1\nbyte skip: 2\n",
                &[b"line\nab", &floats[..]].concat(),
            ),
            nrrd("type: float\nencoding: ascii\n", text.as_bytes()),
            nrrd("type: float\nencoding: gzip\nendian: little\nbyte skip: 3\n", &gzip),
        ];
        for other in others {
            assert_eq!(parse(&other, None).unwrap(), raw);
        }
    }

    #[test]
    fn places_are_read() {
        let place = |fields: &str| {
            let file = parse(&nrrd(&format!("type: uchar\nencoding: raw\n{fields}"), &[7; 12]), None)?;
            Ok::<_, String>((file.origin, file.spacing))
        };
        assert_eq!(place(""), Ok((None, None)));
        assert_eq!(
            place("spacings: 0.5 1 2\naxis mins: -1 0 1e1\n"),
            Ok((Some([-1.0, 0.0, 10.0]), Some([0.5, 1.0, 2.0])))
        );
        assert_eq!(place("spacings: NaN nan NAN\n"), Ok((None, None)));
        let oriented =
            "space: right-anterior-superior\nspace directions: (0.5,0,0) (0,1,0) (0,0,2)\nspace origin: (1,2,3)\n";
        assert_eq!(place(oriented), Ok((Some([1.0, 2.0, 3.0]), Some([0.5, 1.0, 2.0]))));
        for wrong in ["(0,1,0) (1,0,0) (0,0,1)", "(-1,0,0) (0,1,0) (0,0,1)", "(1,0,0) (0,1,0)", "none (1,0,0) (0,1,0)"]
        {
            assert!(place(&format!("space directions: {wrong}\n")).unwrap_err().contains("turn the body"));
        }
        assert!(place("spacings: 1 0 1\n").unwrap_err().contains("three positive numbers"));
    }

    #[test]
    fn faults_are_named() {
        let fault = |fields: &str| parse(&nrrd(fields, &[0; 40]), None).unwrap_err();
        assert_eq!(fault("encoding: raw\n"), "found no field `type` in the header");
        assert_eq!(fault("type: block\n"), "found `block` for `type`, expected an integer or floating-point type");
        assert_eq!(
            fault("type: float\nencoding: bzip2\n"),
            "found `bzip2` for `encoding`, expected raw, gzip or ascii"
        );
        assert!(fault("type: float\nencoding: raw\n").contains("`endian`"));
        assert_eq!(fault("type: float\nencoding: raw\nendian: big\n"), "found 10 samples, expected 12 (2 × 3 × 2)");
        assert!(fault("type: float\nencoding: gzip\nendian: big\n").contains("cannot be unpacked"));
        assert!(fault("type: float\nencoding: ascii\n").starts_with("found `\\u{0}"));
        assert!(fault("type: float\nencoding: raw\nendian: big\ndata file: a.raw\n").contains("needs the folder"));
        assert!(fault("data file: LIST\n").contains("the name of one file"));
        assert!(fault("dimension: 4\ntype: float\nencoding: raw\n").contains("found 4 dimensions"));
        assert!(fault("sizes: 2 3\n").contains("three counts"));
        assert!(fault("nonsense\n").contains("expected `field: value`"));
        assert!(fault("sizes: 9999999 9999999 9999999\ntype: float\nencoding: raw\n").contains("expected at most"));
        assert!(fault("type: uchar\nencoding: raw\nline skip: 99\n").contains("to be skipped"));
    }
}
