//! Opens a page in headless Chromium and reads the state that the page reports.

use serde_json::Value;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Far more than a page takes. A broken browser must fail the test, not hang it.
pub(crate) const PATIENCE: Duration = Duration::from_secs(180);

/// The browser of this machine, with a folder for one test.
pub(crate) struct Browser {
    program: PathBuf,
    folder: PathBuf,
}

impl Browser {
    /// Finds the browser; `name` names the folder of the test. Panics if there is no browser.
    pub(crate) fn open(name: &str) -> Self {
        let program = tangency_conformance::found::browser()
            .expect("a browser is needed: no Chromium on the path, and CHROMIUM does not name one");
        // Inside the build folder, because a packaged browser may not have access to the system's temporary files.
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("viewer-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self { program, folder }
    }

    /// Writes the page.
    pub(crate) fn write(&self, html: &str) -> PathBuf {
        let path = self.folder.join("page.html");
        std::fs::write(&path, html).unwrap();
        path
    }

    /// The document of the page, opened with these options behind the `#`, after its script has run.
    pub(crate) fn document(&self, page: &Path, options: &str) -> String {
        self.document_after(page, options, &[], PATIENCE)
    }

    fn document_after(&self, page: &Path, options: &str, flags: &[&str], patience: Duration) -> String {
        let profile = self.folder.join("profile");
        let mut command = Command::new(&self.program);
        command.args(["--headless=new", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader"]);
        command.args(["--enable-unsafe-swiftshader", "--disable-quic", "--no-first-run", "--disable-sync"]);
        command.args(["--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage"]);
        command.args(["--hide-scrollbars", "--window-size=1000,700", "--force-device-scale-factor=1"]);
        command.arg(format!("--user-data-dir={}", profile.display())).arg("--dump-dom").args(flags);
        command.arg(format!("{}#{options}", address(page)));
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        output(child, patience)
    }

    /// The contents of the page's `state` element.
    pub(crate) fn state(&self, page: &Path, options: &str) -> Value {
        self.state_after(page, options, &[])
    }

    /// The same, with further flags for the browser.
    pub(crate) fn state_after(&self, page: &Path, options: &str, flags: &[&str]) -> Value {
        read_state(&self.document_after(page, &format!("state&{options}"), flags, PATIENCE))
    }

    /// The same for a page that takes long. Panics if it takes longer than `patience`.
    pub(crate) fn state_within(&self, page: &Path, patience: Duration) -> Value {
        read_state(&self.document_after(page, "", &[], patience))
    }
}

/// The contents of the element `state` of a document.
fn read_state(document: &str) -> Value {
    let mark = "id=\"state\">";
    let start =
        document.rfind(mark).unwrap_or_else(|| panic!("no state in the document:\n{document:.2000}")) + mark.len();
    let end = start + document[start..].find("</script>").unwrap();
    let text = &document[start..end];
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in the state {text:?}"))
}

impl Drop for Browser {
    fn drop(&mut self) {
        // If the browser still writes there, the folder stays in the build folder.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The file's address, with every unusual character of its path escaped.
fn address(page: &Path) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.".contains(&byte);
    let escape = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    format!("file://{}", page.to_str().unwrap().bytes().map(escape).collect::<String>())
}

/// The output of the process. Kills it and panics if it takes longer than `patience`.
fn output(mut child: Child, patience: Duration) -> String {
    let mut pipe = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.read_to_end(&mut bytes).map(|_| bytes)
    });
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > patience {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("the browser did not come to an end within {patience:?}");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    String::from_utf8(reader.join().unwrap().unwrap()).unwrap()
}
