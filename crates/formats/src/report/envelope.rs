//! The header of every result file: `format` and `version`.

use super::{ReportError, VERSION, layout};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Names the format and its version. It is read and checked before the rest.
#[derive(Serialize, Deserialize)]
struct ResultHeader {
    format: String,
    version: u32,
}

/// The header and the content, as one JSON object.
#[derive(Serialize)]
struct Envelope<'a, T> {
    #[serde(flatten)]
    header: ResultHeader,
    #[serde(flatten)]
    content: &'a T,
}

/// The text of a file of this format with this content.
pub(crate) fn write(format: &str, content: &impl Serialize) -> Result<String, ReportError> {
    let header = ResultHeader { format: format.into(), version: VERSION };
    layout::to_string(&Envelope { header, content }).map_err(|error| ReportError::Json(error.to_string()))
}

/// The content of a file of this format.
pub(crate) fn read<T: DeserializeOwned>(format: &'static str, text: &str) -> Result<T, ReportError> {
    let json = |error: serde_json::Error| ReportError::Json(error.to_string());
    let header: ResultHeader = serde_json::from_str(text).map_err(json)?;
    if header.format != format {
        return Err(ReportError::Format { found: header.format, expected: format });
    }
    if header.version != VERSION {
        return Err(ReportError::Version(header.version));
    }
    serde_json::from_str(text).map_err(json)
}
