//! The answers beside the first contact in the result file: regions, pairs, pairs set aside.
//!
//! References: regions that are planted, and the report itself, which must round-trip.

use super::*;
use tangency_geometry::{Feature, FirstContact};
use tangency_interval::Interval;
use tangency_interval::laws::Random;

fn contact(pair: [&str; 2], point: [f64; 3], normal: [f64; 3]) -> ContactReport {
    ContactReport {
        a: pair[0].into(),
        b: pair[1].into(),
        point,
        normal,
        gap: -0.001 * point[0],
        time: [0.0, 0.0],
        feature_a: Feature::Vertex(0),
        feature_b: Feature::Vertex(1),
        proved: true,
        initial: true,
    }
}

/// A report that touches with these contacts.
fn touching(contacts: Vec<ContactReport>) -> Report {
    let first = FirstContact { time: Interval::from(0.0), contacts, complete: true };
    Report::new("planted", Verdict::Touch(first), Evidence::Proved)
}

/// A line of 20 contacts, a square of 36 far from it and in a plane above, one on its own above that, and a contact of
/// another pair on the line. The order of the contacts does not matter.
#[test]
fn planted_regions_are_found() {
    let mut random = Random::new(3);
    let up = [0.0, 0.0, 1.0];
    let mut planted: Vec<(u32, ContactReport)> = Vec::new();
    planted.extend((0..20).map(|step| (0, contact(["a", "b"], [0.05 * f64::from(step), 0.0, 0.0], up))));
    let square = (0..36).map(|step| [5.0 + 0.1 * f64::from(step % 6), 0.1 * f64::from(step / 6), 1.0]);
    planted.extend(square.map(|point| (1, contact(["a", "b"], point, up))));
    planted.push((2, contact(["a", "b"], [20.0, 0.0, 2.0], up)));
    planted.push((3, contact(["a", "c"], [0.5, 0.0, 0.0], up)));
    // Another face at the end of the line: near it, but at a right angle.
    planted.extend((0..4).map(|step| (4, contact(["a", "b"], [1.0, 0.0, 0.05 * f64::from(step)], [1.0, 0.0, 0.0]))));
    for _ in 0..20 {
        for last in (1..planted.len()).rev() {
            planted.swap(last, (random.bits() % (last as u64 + 1)) as usize);
        }
        let report = touching(planted.iter().map(|(_, contact)| contact.clone()).collect());
        assert_eq!(report.regions.len(), 5);
        let mut seen = vec![false; planted.len()];
        for region in &report.regions {
            let marks: Vec<u32> = region.contacts.iter().map(|&index| planted[index].0).collect();
            assert!(marks.iter().all(|mark| *mark == marks[0]), "{marks:?}");
            assert_eq!(marks.len(), planted.iter().filter(|(mark, _)| *mark == marks[0]).count());
            region.contacts.iter().for_each(|&index| seen[index] = true);
        }
        assert!(seen.into_iter().all(|seen| seen), "every contact is in a region");
        let line = report.regions.iter().find(|region| region.contacts.len() == 20).unwrap();
        assert_eq!(line.extent, [[0.0, 0.0, 0.0], [0.05 * 19.0, 0.0, 0.0]]);
        assert!((line.centre[0] - 0.475).abs() < 1e-12 && line.normal == up);
        assert!((line.gap[0] + 0.00095).abs() < 1e-12 && line.gap[1].abs() < 1e-12, "{:?}", line.gap);
        assert_eq!(Report::from_json(&report.to_json().unwrap()).unwrap(), report);
    }
}

/// The corners of a face and the crossings of its edges, spaced unevenly, are one region: they lie in one plane with
/// one normal. A contact a little above the plane is not of it, and neither is one with another normal.
#[test]
fn contacts_in_one_plane_are_one_region_whatever_their_spacing() {
    let pair = ["pin", "plate"];
    let down = [0.0, 0.0, -1.0];
    let spots = [[0.005, -0.005], [0.005, 0.005], [0.005, 0.0033], [-0.005, -0.0033], [-0.005, -0.005], [0.0, 0.0]];
    let face = spots.map(|[x, y]| contact(pair, [x, y, 1e-9], down));
    let far = contact(pair, [3.0, 0.0, 0.0], down);
    let count = |others: &[ContactReport]| ContactRegion::of(&[&face[..], others].concat()).len();
    assert_eq!((count(&[]), count(std::slice::from_ref(&far))), (1, 1));
    // The line between them is out of the plane by a two hundredth, then by a hundred-thousandth.
    let raised = |height: f64| contact(pair, [0.25, 0.0, height], down);
    assert_eq!((count(&[raised(0.00125)]), count(&[raised(2.5e-6)])), (2, 1));
    let tilted = |angle: f64| contact(pair, [0.25, 0.0, 0.0], [angle.sin(), 0.0, -angle.cos()]);
    assert_eq!((count(&[tilted(0.01)]), count(&[tilted(1e-4)])), (2, 1));
}

/// The contacts at the start of a pair that overlaps become one region, wherever they are. Other pairs stay apart.
#[test]
fn contacts_at_the_start_of_an_overlap_are_joined() {
    let at = |names: [&str; 2], x: f64, initial: bool| ContactReport {
        initial,
        ..contact(names, [x, x * x, 0.0], [x.cos(), x.sin(), 0.0])
    };
    let mut contacts: Vec<ContactReport> = (0..6).map(|step| at(["a", "b"], f64::from(step), true)).collect();
    contacts.insert(3, at(["a", "c"], 1.0, true));
    contacts.push(at(["a", "b"], 9.0, false));
    let mut regions = ContactRegion::of(&contacts);
    assert_eq!(regions.len(), 8);
    ContactRegion::join_overlap(&mut regions, &contacts, ["a", "b"], [0.1, 0.2]);
    let told: Vec<_> = regions.iter().map(|region| (region.contacts.clone(), region.depth)).collect();
    assert_eq!(told, [(vec![0, 1, 2, 4, 5, 6], Some([0.1, 0.2])), (vec![3], None), (vec![7], None)]);
    assert_eq!(regions[0].extent, [[0.0; 3], [5.0, 25.0, 0.0]]);
    ContactRegion::join_overlap(&mut regions, &contacts, ["b", "c"], [0.1, 0.2]);
    assert_eq!(regions.len(), 3);
}

/// Many contacts of a pair take bounded time: they are one region.
#[test]
fn very_many_contacts_are_one_region() {
    let point = |index: u32| contact(["a", "b"], [f64::from(index), 0.0, 0.0], [0.0, 0.0, 1.0]);
    let contacts: Vec<ContactReport> = (0..20_000).map(point).collect();
    assert_eq!(ContactRegion::of(&contacts).len(), 1);
    assert!(ContactRegion::of(&[]).is_empty());
}

fn answered() -> Report {
    let struck = contact(["a", "b"], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]);
    let mut report = touching(vec![struck.clone()]);
    let mut touch = PairReport::new(["a", "b"], &report.verdict, Evidence::Proved);
    touch.evidence = Evidence::Computed;
    let mut clear = PairReport::new(["a", "c"], &Verdict::Clear { until: 1.0 }, Evidence::Proved);
    clear.clearance = Some(ClearanceReport {
        at_least: None,
        nearest: None,
        evidence: Evidence::Proved,
        note: Some("clearance not proved: the work allowed was used up".into()),
        not_measured: Vec::new(),
    });
    report.pairs = Some(vec![touch, clear]);
    report.set_aside = vec![SetAsideReport {
        a: "c".into(),
        b: "c".into(),
        contacts: vec![struck],
        depth: Some([0.1, 0.2]),
        counts_from: None,
    }];
    report
}

#[test]
fn pairs_come_back_and_contradictions_are_refused() {
    let report = answered();
    assert_eq!(Report::from_json(&report.to_json().unwrap()).unwrap(), report);
    type Spoil = fn(&mut Report);
    let cases: [(Spoil, &str); 5] = [
        (|report| report.pairs.as_mut().unwrap()[0].time = None, "`pairs[0]` has the verdict touch and no `time`"),
        (
            |report| report.pairs.as_mut().unwrap()[1].time = Some([0.0; 2]),
            "`pairs[1]` has the verdict clear and a `time`",
        ),
        (
            |report| {
                let pairs = report.pairs.as_mut().unwrap();
                pairs[0].clearance = pairs[1].clearance.clone();
            },
            "`pairs[0]` has the verdict touch and a `clearance`",
        ),
        (
            |report| report.set_aside[0].depth = Some([0.2, 0.1]),
            "`set_aside[0].depth` is [0.2, 0.1], its lower end is the greater one",
        ),
        (
            |report| report.regions[0].contacts = vec![7],
            "`regions[0].contacts` names contact 7, but there are 1 contacts",
        ),
    ];
    for (spoil, message) in cases {
        let mut report = answered();
        spoil(&mut report);
        assert_eq!(report.to_json().unwrap_err().to_string(), message);
    }
}
