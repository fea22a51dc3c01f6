//! Makes the pictures of `docs/gallery.md`: pages of built-in scenes, photographed by headless Chromium and packed by
//! `cwebp`.
//!
//! `cargo run --release -p tangency-conformance --example gallery`, in the root of the project.

use std::path::Path;
use std::process::{Command, Stdio};
use tangency::formats::viewer;
use tangency::{CheckOptions, check, scenes, simulate};

/// The scenes, each with the instant of its picture.
const PICTURES: [(&str, &str); 16] = [
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
    ("tori-chain", "t=contact"),
    ("goblets", "t=contact"),
    ("bolt", "t=start"),
    ("bolt-jammed", "t=contact"),
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
        let photograph = page.with_extension("png");
        let mut command = Command::new(&browser);
        command.args(["--headless=new", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader"]);
        command.args(["--enable-unsafe-swiftshader", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run"]);
        command.args(["--window-size=760,520", "--force-device-scale-factor=1", "--virtual-time-budget=20000"]);
        command.arg(format!("--user-data-dir={}", here.join(pages).join("profile").display()));
        command.arg(format!("--screenshot={}", photograph.display()));
        command.arg(format!("file://{}#{instant}&whole", page.display()));
        let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
        if !status.success() {
            return Err(format!("{name}: the browser failed: {status}").into());
        }
        let picture = here.join(pictures).join(format!("{name}.webp"));
        let status =
            Command::new("cwebp").args(["-quiet", "-q", "80"]).arg(&photograph).arg("-o").arg(&picture).status();
        let status = status.map_err(|error| format!("cwebp, of the package webp, is needed: {error}"))?;
        println!("{name}: {} bytes ({status})", std::fs::metadata(&picture)?.len());
    }
    Ok(())
}
