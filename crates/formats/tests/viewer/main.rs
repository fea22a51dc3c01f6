//! Opens viewer pages in a headless browser.
mod browser;
mod scenes;

#[test]
fn write_pages() {
    use tangency_formats::viewer::page;
    let Some(folder) = std::env::var_os("TANGENCY_PAGES") else { return };
    let folder = std::path::Path::new(&folder);
    for (name, case) in [
        ("knot", scenes::knot_on_ball(4)),
        ("needle", scenes::needle(1.0, glam::DVec3::ZERO)),
        ("feet", scenes::four_feet()),
        ("clear", scenes::sliding_past()),
        ("open", scenes::cut_short()),
        ("cloth", scenes::cloth(60)),
        ("hostile", scenes::hostile_names()),
    ] {
        let html = page(&case.scene, &case.report).unwrap();
        println!("{name} {}", html.len());
        std::fs::write(folder.join(format!("{name}.html")), html).unwrap();
    }
}
