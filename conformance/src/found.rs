//! Where the public data sets and the browser are. Shared by the build script and the tests.

use std::path::{Path, PathBuf};

/// The folder of the public data sets, beside the project; it need not exist.
#[must_use]
pub fn data_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data")
}

/// The browser that the environment variable `CHROMIUM` names, by its path or by a name on the search path;
/// without that variable, the first of the usual names on the search path.
#[must_use]
pub fn browser() -> Option<PathBuf> {
    let usual = ["chromium", "chromium-browser", "google-chrome"].map(PathBuf::from);
    let names = std::env::var_os("CHROMIUM").map_or_else(|| usual.to_vec(), |named| vec![PathBuf::from(named)]);
    let search_path = std::env::var_os("PATH").unwrap_or_default();
    // Joining an absolute path gives that path.
    std::env::split_paths(&search_path)
        .flat_map(|folder| names.iter().map(move |name| folder.join(name)))
        .find(|program| program.is_file())
}
