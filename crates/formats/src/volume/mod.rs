//! Volume files: grids of samples from NRRD and NumPy, as scanners, simulations and scripts write them.
//!
//! ```
//! use tangency_formats::volume;
//!
//! let header = "NRRD0004\ntype: float\ndimension: 3\nsizes: 2 2 2\nspacings: 0.5 0.5 1\nencoding: ascii\n\n";
//! let file = volume::parse(format!("{header}-1 1 1 1 1 1 1 1\n").as_bytes(), "corner.nrrd")?;
//! assert_eq!(file.counts, [2, 2, 2]);
//! assert_eq!(file.samples[0], -1.0);
//! assert_eq!(file.spacing, Some([0.5, 0.5, 1.0]));
//!
//! let error = volume::parse(header.as_bytes(), "corner.nrrd").unwrap_err();
//! assert_eq!(error.to_string(), "corner.nrrd: found 0 samples, expected 8 (2 × 2 × 2)");
//! # Ok::<(), volume::VolumeFileError>(())
//! ```
//!
//! | | NRRD | NumPy `.npy` |
//! |---|---|---|
//! | recognised by | `NRRD000` | `\x93NUMPY` |
//! | kinds | raw, gzip, ascii; in the same file or in a separate file | versions 1 to 3, both orders |
//! | numbers | all integers of 8 to 64 bits, float, double; both byte orders | the same, booleans, half precision |
//! | axes | x, y, z | x, y, z, or as the caller chooses |
//! | positions | `spacings`, `space directions` along the axes, `space origin`, `axis mins` | none |
//! | an error | rotated or mirrored axes, bzip2, hex, lists of files | records, complex numbers, text |
//!
//! The number of dimensions must be 3. Integers beyond 2⁵³ are rounded to the nearest f64. Time and memory are
//! proportional to the number of samples, which is limited.

pub(crate) mod npy;
mod nrrd;
mod numbers;

use crate::tolerance::{EXCERPT_LENGTH, MAXIMUM_FILE_BYTES, MAXIMUM_VOLUME_SAMPLES};
use std::path::Path;

/// A grid of samples.
#[derive(Clone, Debug, PartialEq)]
pub struct VolumeFile {
    /// Samples along x, y and z.
    pub counts: [usize; 3],
    /// The samples, x fastest, then y, then z.
    pub samples: Vec<f64>,
    /// Position of the first sample; `None` if the file does not give it.
    pub origin: Option<[f64; 3]>,
    /// Distance of neighbouring samples along each axis; `None` if the file does not give it.
    pub spacing: Option<[f64; 3]>,
}

impl VolumeFile {
    /// The grid with its first and last axes exchanged, for arrays written with z first.
    #[must_use]
    pub fn reversed(self) -> Self {
        let [x, y, z] = self.counts;
        let at = |i: usize, j: usize, k: usize| self.samples[k + x * (j + y * i)];
        let samples = (0..x).flat_map(|k| (0..y).flat_map(move |j| (0..z).map(move |i| (i, j, k))));
        let samples = samples.map(|(i, j, k)| at(i, j, k)).collect();
        let turned = |vector: Option<[f64; 3]>| vector.map(|[x, y, z]| [z, y, x]);
        Self { counts: [z, y, x], samples, origin: turned(self.origin), spacing: turned(self.spacing) }
    }
}

/// A volume file that could not be read: one line with the file, what was found and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {fault}")]
pub struct VolumeFileError {
    file: String,
    fault: String,
}

/// The message without the name of the file.
pub(crate) type VolumeFault = String;

/// An excerpt of a file, printable and short.
pub(crate) fn shown(text: &str) -> String {
    let short: String = text.chars().take(EXCERPT_LENGTH).flat_map(char::escape_default).collect();
    if text.chars().count() > EXCERPT_LENGTH { format!("`{short}...`") } else { format!("`{short}`") }
}

/// Reads a volume from memory. Messages use the name. Data in a separate file needs [`read`].
pub fn parse(bytes: &[u8], name: impl AsRef<Path>) -> Result<VolumeFile, VolumeFileError> {
    parse_beside(bytes, name.as_ref(), None)
}

/// Reads a volume file.
pub fn read(path: impl AsRef<Path>) -> Result<VolumeFile, VolumeFileError> {
    let path = path.as_ref();
    let bytes = load(path).map_err(|fault| in_file(path, fault))?;
    parse_beside(&bytes, path, Some(path.parent().unwrap_or(Path::new(""))))
}

fn parse_beside(bytes: &[u8], name: &Path, folder: Option<&Path>) -> Result<VolumeFile, VolumeFileError> {
    let file = if bytes.starts_with(nrrd::MAGIC) {
        nrrd::parse(bytes, folder)
    } else if bytes.starts_with(npy::MAGIC) {
        npy::parse(bytes)
    } else {
        let start = String::from_utf8_lossy(&bytes[..bytes.len().min(16)]).into_owned();
        Err(format!("found {}, expected an NRRD or NumPy (.npy) file", shown(&start)))
    };
    file.map_err(|fault| in_file(name, fault))
}

fn in_file(name: &Path, fault: VolumeFault) -> VolumeFileError {
    VolumeFileError { file: name.display().to_string(), fault }
}

/// The bytes of a regular file.
pub(crate) fn load(path: &Path) -> Result<Vec<u8>, VolumeFault> {
    let unreadable = |error: std::io::Error| format!("the file cannot be read: {error}");
    let about = std::fs::metadata(path).map_err(unreadable)?;
    // Pipes and devices may be endless.
    if !about.is_file() {
        return Err("found no ordinary file, expected a file of numbers".into());
    }
    if about.len() > MAXIMUM_FILE_BYTES {
        return Err(format!("found {} bytes, expected at most {MAXIMUM_FILE_BYTES}", about.len()));
    }
    std::fs::read(path).map_err(unreadable)
}

/// The number of samples; an error if it exceeds the limit.
fn sample_count(counts: [usize; 3]) -> Result<usize, VolumeFault> {
    let product = counts.iter().try_fold(1_usize, |product, &count| product.checked_mul(count));
    match product {
        Some(product) if product <= MAXIMUM_VOLUME_SAMPLES => Ok(product),
        _ => Err(format!(
            "found {} × {} × {} samples, expected at most {MAXIMUM_VOLUME_SAMPLES}: \
             take every second one along each axis",
            counts[0], counts[1], counts[2]
        )),
    }
}

/// Fails unless there are as many samples as announced.
fn check_found(found: usize, counts: [usize; 3], expected: usize) -> Result<(), VolumeFault> {
    if found == expected {
        return Ok(());
    }
    let [x, y, z] = counts;
    Err(format!("found {found} samples, expected {expected} ({x} × {y} × {z})"))
}
