//! `tangency schema`.

use crate::arguments::SchemaArguments;
use crate::{Failure, print};
use std::process::ExitCode;
use tangency::formats::schema::{Schema, schema};

pub(crate) fn run(arguments: &SchemaArguments) -> Result<ExitCode, Failure> {
    let named = Schema::all().find(|schema| schema.name() == arguments.kind);
    let of = named.ok_or_else(|| format!("there is no schema {:?}", arguments.kind))?;
    print::write_out(&schema(of))?;
    Ok(ExitCode::SUCCESS)
}
