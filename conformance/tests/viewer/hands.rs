//! Drag, wheel and pinch, by events that a script in the page sends to its canvas.
//!
//! References: the angle of a rotation in radians is four times the drag in heights of the window. The point
//! under the pointer, in the plane through the camera's target, stays under the pointer while it is dragged,
//! zoomed or pinched.

use crate::browser::Browser;
use crate::scenes;
use glam::{DVec2, DVec3};
use serde_json::Value;
use tangency::formats::viewer::page;

/// A script cannot capture a pointer; all other events are like real ones. The script keeps the state before
/// and after every gesture and writes all states at the end of the page, where the test reads them.
const BEFORE: &str = r#"<script>
const canvas = document.getElementById("canvas");
canvas.setPointerCapture = () => {};
function send(kind, x, y, more = {}) {
  const make = kind === "wheel" ? WheelEvent : PointerEvent;
  const place = { clientX: x, clientY: y, bubbles: true, cancelable: true };
  canvas.dispatchEvent(new make(kind, { pointerId: 1, ...place, ...more }));
}
const states = [tangency.state()];
"#;
const BETWEEN: &str = "\nstates.push(tangency.state());\n";
const AFTER: &str = r#"
const told = document.createElement("script");
Object.assign(told, { type: "application/json", id: "state", textContent: JSON.stringify(states) });
document.body.append(told);
</script></body>"#;

/// The camera and its window.
struct Seen {
    target: DVec3,
    distance: f64,
    azimuth: f64,
    elevation: f64,
    /// Upper left corner and size of the window, in pixels.
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

    /// The point at this position of the window, in the plane through the target that is perpendicular to the view.
    fn below(&self, place: DVec2) -> DVec3 {
        // Thirty degrees from top to bottom; the window is wider than high.
        let height = 2.0 * self.distance * (15.0_f64).to_radians().tan();
        let off = (place - self.corner - 0.5 * self.size) * (height / self.size.y);
        let ((sa, ca), (se, ce)) = (self.azimuth.sin_cos(), self.elevation.sin_cos());
        let (right, up) = (DVec3::new(-sa, ca, 0.0), DVec3::new(-se * ca, -se * sa, ce));
        self.target + off.x * right - off.y * up
    }

    fn assert_only_moved(&self, later: &Self) {
        assert_eq!((self.azimuth, self.elevation), (later.azimuth, later.elevation));
    }

    fn assert_stays(&self, later: &Self, [from, to]: [DVec2; 2]) {
        let (before, after) = (self.below(from), later.below(to));
        assert!(before.distance(after) < 1e-9, "{before} went away from the pointer, to {after}");
    }
}

/// The camera before and after each of the gestures.
fn handled(browser: &Browser, gestures: &[&str]) -> Vec<Seen> {
    let case = scenes::needle(1.0, DVec3::ZERO);
    let html = page(&case.scene, &case.report).unwrap();
    let script = format!("{BEFORE}{}{BETWEEN}{AFTER}", gestures.join(BETWEEN));
    let with_hand = html.replacen("</body>", &script, 1);
    assert_ne!(html, with_hand, "the page has no end to add to");
    let states = browser.state(&browser.write(&with_hand), "t=contact&view=30,20");
    let states = states.as_array().unwrap();
    assert_eq!(states.len(), gestures.len() + 1);
    let seen: Vec<Seen> = states.iter().map(Seen::of).collect();
    assert!(seen[0].size.x > seen[0].size.y, "the window is wide");
    for (state, changed) in states.iter().zip(seen.windows(2)) {
        assert_eq!(state["errors"], serde_json::json!([]), "{state}");
        assert_ne!(changed[0].checksum, changed[1].checksum, "the picture has not changed");
    }
    seen
}

#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn a_drag_turns_and_a_drag_with_shift_or_another_button_moves() {
    let browser = Browser::open("drag");
    // Moves after the button is released have no effect.
    let way = "send('pointermove', 520, 330); send('pointerup', 520, 330); send('pointermove', 100, 100);";
    let drags = ["", ", { shiftKey: true }", ", { button: 2 }"];
    let drags = drags.map(|how| format!("send('pointerdown', 500, 300{how}); {way}"));
    let seen = handled(&browser, &drags.each_ref().map(String::as_str));
    let turn = 4.0 / seen[0].size.y;
    assert!((seen[1].azimuth - (seen[0].azimuth - 20.0 * turn)).abs() < 1e-12);
    assert!((seen[1].elevation - (seen[0].elevation + 30.0 * turn)).abs() < 1e-12);
    assert_eq!((seen[1].distance, seen[1].target), (seen[0].distance, seen[0].target));
    for moved in seen[1..].windows(2) {
        moved[0].assert_only_moved(&moved[1]);
        moved[0].assert_stays(&moved[1], [DVec2::new(500.0, 300.0), DVec2::new(520.0, 330.0)]);
        assert_eq!(moved[0].distance, moved[1].distance);
    }
}

#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn the_wheel_zooms_at_the_pointer() {
    let browser = Browser::open("wheel");
    // Towards the viewer by a hundred pixels, away by three lines of sixteen, and by more than a turn of the
    // wheel may.
    let turns = [("deltaY: -100", -0.15_f64), ("deltaY: 3, deltaMode: 1", 0.072), ("deltaY: 9999", 0.36)];
    let sent = turns.map(|(delta, _)| format!("send('wheel', 430, 250, {{ {delta} }});"));
    let seen = handled(&browser, &sent.each_ref().map(String::as_str));
    for ((delta, factor), zoomed) in turns.into_iter().zip(seen.windows(2)) {
        assert!((zoomed[1].distance / zoomed[0].distance - factor.exp()).abs() < 1e-12, "{delta}");
        zoomed[0].assert_only_moved(&zoomed[1]);
        zoomed[0].assert_stays(&zoomed[1], [DVec2::new(430.0, 250.0); 2]);
    }
}

#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn a_pinch_zooms_and_moves() {
    let browser = Browser::open("pinch");
    let fingers = "send('pointerdown', 400, 300); send('pointerdown', 500, 300, { pointerId: 2 });";
    let spread = "send('pointermove', 380, 320); send('pointermove', 580, 320, { pointerId: 2 });";
    let seen = handled(&browser, &[&format!("{fingers}{spread}")]);
    // From 100 to 200 pixels apart.
    assert!((seen[1].distance / seen[0].distance - 0.5).abs() < 1e-12);
    seen[0].assert_only_moved(&seen[1]);
    // The point midway between the fingers stays there.
    seen[0].assert_stays(&seen[1], [DVec2::new(450.0, 300.0), DVec2::new(480.0, 320.0)]);
}
