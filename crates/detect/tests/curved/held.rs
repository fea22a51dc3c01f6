//! One body inside another at the start of the span. The gap is minus the depth below the surface, and the normal
//! is that of the shortest exit.
//!
//! References: closed forms of balls and boxes.

use crate::{ask, hosts, moving, still, touch};
use glam::{DVec3, dvec3};
use tangency_detect::Query;
use tangency_geometry::surface::Brep;
use tangency_geometry::{Contact, Shape, Solid, primitive};

/// Bodies that reach at most a tenth of a metre from their centre.
fn guests() -> [Shape; 3] {
    [
        Brep::sphere(0.1).expect("a sphere").into(),
        Solid::sphere(0.1).expect("a sphere").into(),
        primitive::cuboid(DVec3::splat(0.1)).expect("a box").into(),
    ]
}

fn only(contacts: &[Contact]) -> Contact {
    assert_eq!(contacts.len(), 1, "{contacts:?}");
    contacts[0]
}

#[test]
fn a_body_inside_another_is_as_deep_as_the_surface_is_far() {
    let middle = dvec3(0.8, 0.0, 0.0);
    for (h, host) in hosts().into_iter().enumerate() {
        for (g, guest) in guests().into_iter().enumerate() {
            // Two meshes have a method of their own.
            if h == 2 && g == 2 {
                continue;
            }
            let (inner, outer) = (moving(guest, middle, DVec3::ZERO), still(host.clone()));
            for swapped in [false, true] {
                let [a, b] = if swapped { [&outer, &inner] } else { [&inner, &outer] };
                let contact = only(&touch(ask(a, b, &Query::default())).contacts);
                assert!(contact.initial && contact.proved, "{contact:?}");
                // The point belongs to the guest. For two solids it may be any common point.
                assert!(contact.point.distance(middle) <= 0.1 + 1e-6, "{contact:?}");
                let depth = match h {
                    2 => 1.0 - contact.point.abs().max_element(),
                    _ => 1.0 - contact.point.length(),
                };
                let deeper = if h == 1 && g == 1 { (0.1 - contact.point.distance(middle)).max(depth) } else { depth };
                assert!((contact.gap + deeper).abs() < 2e-2 * deeper + 1e-3, "{contact:?} is {deeper} deep");
                // The exit from the host is roughly along x. The exit from the guest is not known.
                if !(h == 1 && g == 1) {
                    let out_of_host = if swapped { contact.normal } else { -contact.normal };
                    assert!(out_of_host.x > 0.95, "{contact:?}");
                }
            }
        }
    }
}
