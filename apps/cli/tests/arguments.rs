//! The list of scenes and the help texts.

mod program;

use program::{tangency, text};

#[test]
fn scenes_are_listed_one_a_line() {
    let output = tangency(&["scenes"]);
    assert!(output.status.success());
    let listed = text(&output.stdout);
    let checked = tangency::scenes::ALL.iter().map(|scene| ("check", scene.name, scene.summary));
    let simulated = tangency::scenes::SIMULATED.iter().map(|scene| ("simulate", scene.name, scene.summary));
    assert_eq!(listed.lines().count(), checked.len() + simulated.len());
    for (command, name, summary) in checked.chain(simulated) {
        let line =
            |line: &str| line.starts_with(&format!("{name} ")) && line.ends_with(&format!("{command}  {summary}"));
        let padded = |text: &str| text.replace("check   ", "check");
        assert!(listed.lines().any(|found| line(&padded(found))), "{name} is not listed for {command}:\n{listed}");
    }
}

#[test]
fn help_teaches() {
    let help = text(&tangency(&["--help"]).stdout);
    assert!(help.contains("tangency check needle") && help.contains("scenes"));
    let help = text(&tangency(&["check", "--help"]).stdout);
    assert!(help.contains("Exit codes: 0 clear, 1 touch, 2 error, 3 open"));
}

#[test]
fn completions_and_the_manual_name_every_command() {
    let help = text(&tangency(&["--help"]).stdout);
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|line| !line.starts_with("Commands:"))
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(commands.len() > 5, "{help}");
    let manual = tangency(&["man"]);
    assert_eq!(manual.status.code(), Some(0));
    let manual = text(&manual.stdout);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = tangency(&["completions", shell]);
        assert_eq!(output.status.code(), Some(0), "{shell}");
        let script = text(&output.stdout);
        for command in &commands {
            assert!(script.contains(command), "{shell} does not know {command}");
            assert!(manual.contains(command), "the manual does not know {command}");
        }
    }
    assert!(manual.contains("first contact") && manual.contains("\\-\\-separation"), "{manual}");
    assert_eq!(tangency(&["completions", "tcsh"]).status.code(), Some(2));
}

/// All `--options` of a text.
fn options(text: &str) -> std::collections::BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-');
    words.filter(|word| word.starts_with("--") && word.len() > 2).map(String::from).collect()
}

#[test]
fn completions_and_the_manual_name_every_option() {
    let manual = text(&tangency(&["man"]).stdout).replace("\\-", "-");
    let scripts = ["bash", "zsh", "fish"].map(|shell| (shell, text(&tangency(&["completions", shell]).stdout)));
    let mut count = 0;
    for command in ["check", "measure", "inspect", "simulate", "queries", "verify", "schema"] {
        let help = text(&tangency(&[command, "--help"]).stdout);
        let help = help.split("Options:").nth(1).unwrap_or_default().split("Exit codes:").next().unwrap_or_default();
        for option in options(help) {
            count += 1;
            assert!(manual.contains(&option), "the manual does not know {option} of {command}");
            for (shell, script) in &scripts {
                // Fish writes the name without its dashes.
                let known = script.contains(&option) || script.contains(&format!("-l {}", &option[2..]));
                assert!(known, "{shell} does not know {option} of {command}");
            }
        }
    }
    assert!(count > 60, "only {count} options were found");
}
