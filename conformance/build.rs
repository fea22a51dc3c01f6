//! Tells the tests what this machine has: `cfg(public_data)` if the public data sets lie beside the project
//! (`../shared/data`), `cfg(browser)` if a Chromium is found. A test that needs one of them is ignored, with
//! the reason, where it is missing. With `TANGENCY_REQUIRE_ALL=1` both are set whatever is found, and a missing
//! one is a failing test.

use std::path::{Path, PathBuf};

#[path = "src/found.rs"]
#[allow(unreachable_pub, reason = "public in the library, which shares this file")]
mod found;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(public_data, browser)");
    println!("cargo::rerun-if-env-changed=TANGENCY_REQUIRE_ALL");
    println!("cargo::rerun-if-env-changed=CHROMIUM");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/found.rs");
    let require_all = std::env::var_os("TANGENCY_REQUIRE_ALL").is_some_and(|value| value == "1");
    let data = found::data_folder();
    let browser = found::browser().unwrap_or_else(|| PathBuf::from("chromium"));
    announce("public_data", data.is_dir(), &data, require_all);
    announce("browser", browser.is_file(), &browser, require_all);
}

/// Sets the cfg if the thing is there or required. Watching a path that does not exist makes Cargo run this
/// script at every build, so that data or a browser that is added later is noticed.
fn announce(cfg: &str, is_there: bool, path: &Path, require_all: bool) {
    println!("cargo::rerun-if-changed={}", path.display());
    if is_there || require_all {
        println!("cargo::rustc-cfg={cfg}");
    }
}
