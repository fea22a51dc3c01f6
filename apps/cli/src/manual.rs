//! Shell completions and the manual page, from the same arguments as the help texts.

use crate::arguments::{Arguments, CompletionArguments};
use crate::{Failure, print};
use clap::CommandFactory;
use std::process::ExitCode;

/// Prints the completions for a shell.
pub(crate) fn completions(arguments: &CompletionArguments) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "tangency", &mut script);
    written(script)
}

/// Prints the manual page, with a part for every command.
pub(crate) fn man() -> Result<ExitCode, Failure> {
    let failed = |error: std::io::Error| format!("the manual page cannot be made: {error}");
    let mut command = Arguments::command();
    command.build();
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page).map_err(failed)?;
    for part in command.get_subcommands().filter(|part| part.get_name() != "help") {
        let part = clap_mangen::Man::new(part.clone());
        part.render_name_section(&mut page).map_err(failed)?;
        part.render_synopsis_section(&mut page).map_err(failed)?;
        part.render_description_section(&mut page).map_err(failed)?;
        part.render_options_section(&mut page).map_err(failed)?;
        part.render_extra_section(&mut page).map_err(failed)?;
    }
    written(page)
}

fn written(text: Vec<u8>) -> Result<ExitCode, Failure> {
    let text = String::from_utf8(text).map_err(|error| format!("it is not UTF-8 text: {error}"))?;
    print::write_out(&text)?;
    Ok(ExitCode::SUCCESS)
}
