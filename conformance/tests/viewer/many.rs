//! Pages of many equal bodies: they hold each mesh once, and draw its bodies in one call.
//!
//! References: the same page with all meshes written out, which draws body by body; the limit of ten megabytes.

use super::Browser;
use super::scenes::{linear, scene};
use glam::{DQuat, DVec3};
use serde_json::{Value, json};
use tangency::formats::viewer::page;
use tangency::formats::{Report, Scene, SceneBody};
use tangency::geometry::{Convex, Evidence, Linear, Motion, Pose, Shape, Verdict};

/// The page of a scene that is clear for a second.
fn clear_page(scene: &Scene) -> String {
    page(scene, &Report::new("", Verdict::Clear { until: 1.0 }, Evidence::Proved)).unwrap()
}

const DATA: &str = "id=\"data\">";

/// The page around its data, and the data.
fn opened(html: &str) -> (&str, Value, &str) {
    let (before, rest) = html.split_once(DATA).unwrap();
    let (data, after) = rest.split_once("</script>").unwrap();
    (before, serde_json::from_str(data).unwrap(), after)
}

/// How many bodies refer to an earlier one.
fn references(data: &Value) -> usize {
    data["bodies"].as_array().unwrap().iter().filter(|body| body["like"].is_u64()).count()
}

/// The same page, in which every body has its own mesh.
fn written_out(html: &str) -> String {
    let (before, mut data, after) = opened(html);
    let holders = data["bodies"].as_array().unwrap().clone();
    for body in data["bodies"].as_array_mut().unwrap() {
        if let Some(holder) = body["like"].as_u64() {
            for field in ["vertices", "triangles"] {
                body[field] = holders[holder as usize][field].clone();
            }
            body.as_object_mut().unwrap().remove("like");
        }
    }
    let data = data.to_string().replace('<', "\\u003c");
    format!("{before}{DATA}{data}</script>{after}")
}

/// Round bodies of two sizes, turned and in motion. They have no edges: lines blend in the order of drawing.
fn eggs() -> Scene {
    let bodies = (0..12).map(|index| {
        let place = DVec3::new(f64::from(index % 4), f64::from(index / 4), 0.3 * f64::from(index % 3));
        let radii = if index % 5 == 0 { DVec3::new(0.3, 0.2, 0.4) } else { DVec3::new(0.45, 0.3, 0.2) };
        let start = Pose::new(DQuat::from_rotation_z(0.2 * f64::from(index)), place).unwrap();
        let motion = Motion::Linear(Linear::new(start, DVec3::Z * 0.1 * f64::from(index % 4)).unwrap());
        SceneBody::new(format!("egg {index}"), Shape::Convex(Convex::ellipsoid(radii).unwrap()), motion)
    });
    scene("eggs", "", [0.0, 1.0], bodies.collect())
}

/// Drawn in one call or body by body, opaque, translucent, hidden or cut: the same picture to the last bit.
#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn equal_bodies_are_drawn_alike_in_one_call() {
    let browser = Browser::open("many");
    let html = clear_page(&eggs());
    assert_eq!(references(&opened(&html).1), 10, "two of twelve hold a mesh");
    let alone = written_out(&html);
    assert_eq!(references(&opened(&alone).1), 0);
    for options in ["t=0.4", "t=0.4&styles=ootthhttooto&section=x,0.5"] {
        let states = [&html, &alone].map(|html| browser.state(&browser.write(html), options));
        assert_eq!(states[0]["errors"], json!([]), "{options}");
        assert!(states[0]["drawnPixels"].as_u64().unwrap() > 5_000, "{options}");
        assert_eq!(states[0]["checksum"], states[1]["checksum"], "{options}");
    }
}

/// Ten thousand balls: one mesh, and a page below ten megabytes.
#[test]
fn ten_thousand_balls_stay_below_ten_megabytes() {
    let ball = Shape::Convex(Convex::sphere(0.2).unwrap());
    let bodies = (0..10_000).map(|index| {
        let place = DVec3::new(f64::from(index % 22), f64::from(index / 22 % 22), f64::from(index / 484));
        SceneBody::new(format!("ball {index}"), ball.clone(), linear(place, DVec3::X * 0.1))
    });
    let html = clear_page(&scene("balls", "", [0.0, 1.0], bodies.collect()));
    assert_eq!(references(&opened(&html).1), 9_999);
    assert!(html.len() < 10 << 20, "{} bytes", html.len());
    if let Some(folder) = std::env::var_os("TANGENCY_PAGES") {
        std::fs::write(std::path::Path::new(&folder).join("balls.html"), &html).unwrap();
    }
}
