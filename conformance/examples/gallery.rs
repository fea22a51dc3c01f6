//! Makes the pictures of `docs/gallery.md`: pages of built-in scenes, photographed by headless Chromium.
//!
//! `cargo run --release -p tangency-conformance --example gallery`, in the root of the project.

use std::path::Path;
use std::process::{Command, Stdio};
use tangency::formats::viewer;
use tangency::{CheckOptions, check, scenes, simulate};

/// The scenes, each with the instant of its picture.
const PICTURES: [(&str, &str); 12] = [
    ("needle", "t=contact"),
    ("knot", "t=contact"),
    ("terrain", "t=contact"),
    ("gears", "t=start"),
    ("screw-in-nut", "t=start"),
    ("peg", "t=start"),
    ("cloth", "t=contact"),
    ("ribbon", "t=contact"),
    ("tori", "t=contact"),
    ("bumpy", "t=contact"),
    ("tube-on-cushion", "t=contact"),
    ("egg", "t=start"),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let browser = tangency_conformance::found::browser().ok_or("no Chromium on the path, and CHROMIUM names none")?;
    let (pages, pictures) = (Path::new("target/gallery"), Path::new("docs/pictures/gallery"));
    std::fs::create_dir_all(pages)?;
    std::fs::create_dir_all(pictures)?;
    let here = std::env::current_dir()?;
    for (name, instant) in PICTURES {
        let scene = scenes::make(name).ok_or_else(|| format!("there is no scene {name}"))?;
        let html = if scene.first_free().is_some() {
            let simulated = simulate(&scene, &Default::default())?;
            viewer::simulation_page(&simulated.scene, &simulated.result)?
        } else {
            viewer::page(&scene, &check(&scene, &CheckOptions::default())?)?
        };
        let page = here.join(pages).join(format!("{name}.html"));
        std::fs::write(&page, html)?;
        let picture = here.join(pictures).join(format!("{name}.png"));
        let mut command = Command::new(&browser);
        command.args(["--headless=new", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader"]);
        command.args(["--enable-unsafe-swiftshader", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run"]);
        command.args(["--window-size=760,520", "--force-device-scale-factor=1", "--virtual-time-budget=20000"]);
        command.arg(format!("--user-data-dir={}", here.join(pages).join("profile").display()));
        command.arg(format!("--screenshot={}", picture.display()));
        command.arg(format!("file://{}#{instant}", page.display()));
        let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
        let bytes = std::fs::metadata(&picture).map(|about| about.len()).unwrap_or(0);
        println!("{name}: {bytes} bytes ({status})");
    }
    Ok(())
}
