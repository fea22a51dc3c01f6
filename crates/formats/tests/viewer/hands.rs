//! Drag, wheel and pinch, by events that a script in the page sends to its canvas.
//!
//! References: how far a turn goes is four times the way in heights of the window; what is grabbed, zoomed at or pinched, in the
//! plane through the point that the camera looks at, stays below the pointer.

use crate::browser::Browser;
use crate::{drawn_state, scenes};
use glam::{DVec2, DVec3};
use serde_json::Value;
use tangency_formats::viewer::page;

/// Pointers cannot be captured that no hand moves; all else is as with real ones.
const SCRIPT: &str = r#"
byId("canvas").setPointerCapture = () => {};
function send(kind, x, y, more = {}) {
  const make = kind === "wheel" ? WheelEvent : PointerEvent;
  const place = { clientX: x, clientY: y, bubbles: true, cancelable: true };
  byId("canvas").dispatchEvent(new make(kind, { pointerId: 1, ...place, ...more }));
}
"#;

/// Where the camera is, and the window it fills.
struct Seen {
    target: DVec3,
    distance: f64,
    azimuth: f64,
    elevation: f64,
    /// Its upper left corner, and how large it is.
    corner: DVec2,
    size: DVec2,
    checksum: Value,
}

impl Seen {
    fn of(state: &Value) -> Self {
        let camera = &state["camera"];
        let numbers = |list: &Value| -> Vec<f64> {
            list.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
        };
        let canvas = numbers(&state["canvas"]);
        let number = |name: &str| camera[name].as_f64().unwrap();
        Self {
            target: DVec3::from_slice(&numbers(&camera["target"])),
            distance: number("distance"),
            azimuth: number("azimuth"),
            elevation: number("elevation"),
            corner: DVec2::from_slice(&canvas[..2]),
            size: DVec2::from_slice(&canvas[2..]),
            checksum: state["checksum"].clone(),
        }
    }

    /// The point at this place of the window, in the plane through the target that faces the viewer.
    fn below(&self, place: DVec2) -> DVec3 {
        // Thirty degrees from top to bottom; the window is wider than high.
        let height = 2.0 * self.distance * (15.0_f64).to_radians().tan();
        let off = (place - self.corner - 0.5 * self.size) * (height / self.size.y);
        let ((sa, ca), (se, ce)) = (self.azimuth.sin_cos(), self.elevation.sin_cos());
        let (right, up) = (DVec3::new(-sa, ca, 0.0), DVec3::new(-se * ca, -se * sa, ce));
        self.target + off.x * right - off.y * up
    }

    fn assert_stays(&self, later: &Self, [from, to]: [DVec2; 2]) {
        let (before, after) = (self.below(from), later.below(to));
        assert!(before.distance(after) < 1e-9, "{before} went away from the pointer, to {after}");
    }
}

/// The page before and after what a hand does.
fn handled(browser: &Browser, gesture: &str) -> [Seen; 2] {
    let case = scenes::needle(1.0, DVec3::ZERO);
    let html = page(&case.scene, &case.report).unwrap();
    let told = "byId('state').textContent = JSON.stringify(tangency.state());";
    let script = format!("<script>{SCRIPT}{gesture}{told}</script></body>");
    let with_hand = html.replacen("</body>", &script, 1);
    assert_ne!(html, with_hand, "the page has no end to add to");
    [html, with_hand].map(|html| Seen::of(&drawn_state(browser, &browser.write(&html), "t=contact&view=30,20")))
}

#[test]
fn a_drag_turns_and_a_drag_with_shift_moves() {
    let Some(browser) = Browser::find("drag") else { return };
    let way = "send('pointermove', 520, 330); send('pointerup', 520, 330); send('pointermove', 100, 100);";
    let [before, after] = handled(&browser, &format!("send('pointerdown', 500, 300); {way}"));
    assert!(before.size.x > before.size.y, "the window is wide");
    let turn = 4.0 / before.size.y;
    assert!((after.azimuth - (before.azimuth - 20.0 * turn)).abs() < 1e-12);
    assert!((after.elevation - (before.elevation + 30.0 * turn)).abs() < 1e-12);
    assert_eq!((after.distance, after.target), (before.distance, before.target));
    assert_ne!(after.checksum, before.checksum);

    for button in ["{ shiftKey: true }", "{ button: 2 }"] {
        let [before, after] = handled(&browser, &format!("send('pointerdown', 500, 300, {button}); {way}"));
        assert_eq!(
            (after.azimuth, after.elevation, after.distance),
            (before.azimuth, before.elevation, before.distance)
        );
        before.assert_stays(&after, [DVec2::new(500.0, 300.0), DVec2::new(520.0, 330.0)]);
        assert_ne!(after.checksum, before.checksum);
    }
}

#[test]
fn the_wheel_zooms_at_the_pointer() {
    let Some(browser) = Browser::find("wheel") else { return };
    // Towards the viewer by a hundred pixels, then away by three lines of sixteen.
    for (delta, factor) in [("deltaY: -100", -0.15_f64), ("deltaY: 3, deltaMode: 1", 0.072)] {
        let [before, after] = handled(&browser, &format!("send('wheel', 430, 250, {{ {delta} }});"));
        assert!((after.distance / before.distance - factor.exp()).abs() < 1e-12, "{delta}");
        assert_eq!((after.azimuth, after.elevation), (before.azimuth, before.elevation));
        before.assert_stays(&after, [DVec2::new(430.0, 250.0); 2]);
        assert_ne!(after.checksum, before.checksum);
    }
}

#[test]
fn a_pinch_zooms_and_moves() {
    let Some(browser) = Browser::find("pinch") else { return };
    let fingers = "send('pointerdown', 400, 300); send('pointerdown', 500, 300, { pointerId: 2 });";
    let spread = "send('pointermove', 380, 320); send('pointermove', 580, 320, { pointerId: 2 });";
    let [before, after] = handled(&browser, &format!("{fingers}{spread}"));
    // From 100 to 200 pixels apart.
    assert!((after.distance / before.distance - 0.5).abs() < 1e-12, "{}", after.distance / before.distance);
    assert_eq!((after.azimuth, after.elevation), (before.azimuth, before.elevation));
    // What was in the middle between the fingers still is.
    before.assert_stays(&after, [DVec2::new(450.0, 300.0), DVec2::new(480.0, 320.0)]);
    assert_ne!(after.checksum, before.checksum);
}
