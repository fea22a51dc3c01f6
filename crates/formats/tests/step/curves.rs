//! Curves and surfaces: values, parametrisation, knots, weights, units of angles.

use crate::texts::{Text, flag};
use glam::{DVec3, dvec3};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_6, PI};
use tangency_formats::step::{StepBody, StepBodyKind, StepCurve, StepSurface};

const Z: [f64; 3] = [0.0, 0.0, 1.0];
const X: [f64; 3] = [1.0, 0.0, 0.0];

/// A surface with a vertex as its bound, as an open shell in this context.
fn on_shell(text: &mut Text, surface: &str, context: &str) -> StepBody {
    let vertex = text.vertex([0.0; 3]);
    let path = text.add(format!("VERTEX_LOOP('',{vertex})"));
    let bound = text.add(format!("FACE_BOUND('',{path},.T.)"));
    let face = text.add(format!("ADVANCED_FACE('',({bound}),{surface},.T.)"));
    let shell = text.add(format!("OPEN_SHELL('',({face}))"));
    let model = text.add(format!("SHELL_BASED_SURFACE_MODEL('',({shell}))"));
    text.add(format!("MANIFOLD_SURFACE_SHAPE_REPRESENTATION('sheet',({model}),{context})"));
    text.read().bodies.remove(0)
}

fn surface(write: impl FnOnce(&mut Text) -> String) -> StepSurface {
    let mut text = Text::default();
    let context = text.inches();
    let written = write(&mut text);
    (*on_shell(&mut text, &written, &context).faces[0].surface).clone()
}

/// A curve of an edge, and whether the edge keeps its direction.
fn edge(write: impl FnOnce(&mut Text) -> String) -> (StepCurve, bool) {
    let mut text = Text::default();
    let context = text.millimetres();
    let curve = write(&mut text);
    let (start, end) = (text.vertex([0.0; 3]), text.vertex([1.0, 0.0, 0.0]));
    let edge = text.add(format!("EDGE_CURVE('',{start},{end},{curve},.T.)"));
    let placement = text.placement([0.0; 3], Z, X);
    let plane = text.add(format!("PLANE('',{placement})"));
    let face = text.face(&[(&edge, true), (&edge, false)], &plane, true);
    let shell = text.add(format!("OPEN_SHELL('',({face}))"));
    let model = text.add(format!("SHELL_BASED_SURFACE_MODEL('',({shell}))"));
    text.add(format!("MANIFOLD_SURFACE_SHAPE_REPRESENTATION('sheet',({model}),{context})"));
    let body = text.read().bodies.remove(0);
    assert_eq!((body.kind, &*body.name, body.edges.len()), (StepBodyKind::Surface, "sheet", 1));
    ((*body.edges[0].curve).clone(), body.edges[0].same_sense)
}

/// A quarter of a cylinder of radius 2 and height 3, as a rational surface of degrees 2 and 1.
fn quarter(text: &mut Text) -> String {
    let mut rows = Vec::new();
    for [x, y] in [[2.0, 0.0], [2.0, 2.0], [0.0, 2.0]] {
        rows.push(format!("({})", [0.0, 3.0].map(|z| text.point([x, y, z])).join(",")));
    }
    text.add(format!(
        "(BOUNDED_SURFACE()B_SPLINE_SURFACE(2,1,({}),.UNSPECIFIED.,.F.,.U.,.F.)\
         B_SPLINE_SURFACE_WITH_KNOTS((3,3),(2,2),(0.,1.),(-1.,1.),.UNSPECIFIED.)GEOMETRIC_REPRESENTATION_ITEM()\
         RATIONAL_B_SPLINE_SURFACE(((1.,1.),(0.707106781186547524,0.707106781186547524),(1.,1.)))\
         REPRESENTATION_ITEM('')SURFACE())",
        rows.join(",")
    ))
}

#[test]
fn a_rational_surface_of_a_complex_instance() {
    let StepSurface::Spline(spline) = surface(quarter) else { panic!("no spline") };
    assert_eq!((spline.degree, spline.counts), ([2, 1], [3, 2]));
    assert_eq!(spline.knots, [vec![0.0, 0.0, 0.0, 1.0, 1.0, 1.0], vec![-1.0, -1.0, 1.0, 1.0]]);
    assert_eq!(spline.closed, [Some(false), None]);
    let half = std::f64::consts::FRAC_1_SQRT_2;
    assert_eq!(spline.weights, Some(vec![1.0, 1.0, half, half, 1.0, 1.0]));
    let inch = 25.4 / 1000.0;
    assert!((spline.points[3] - dvec3(2.0, 2.0, 3.0) * inch).length() < 1e-17);
    let at = StepSurface::Spline(spline);
    for (u, v) in [(0.0, -1.0), (0.3, 0.2), (0.9, 1.0)] {
        let point: DVec3 = at.at(u, v).unwrap() / inch;
        assert!((point.truncate().length() - 2.0).abs() < 1e-14 && (point.z - 1.5 * (v + 1.0)).abs() < 1e-14);
    }
}

#[test]
fn a_cone_has_its_angle_in_radians() {
    let cone = |angle: f64| {
        surface(|text: &mut Text| {
            let placement = text.placement([0.0, 0.0, 1.0], Z, X);
            text.add(format!("CONICAL_SURFACE('',{placement},2.,{angle:?})"))
        })
    };
    let StepSurface::Cone { placement, radius, semi_angle } = cone(30.0) else { panic!("no cone") };
    // The degree of the file has ten digits; the exact one is meant.
    let near = |found: f64, expected: f64| (found - expected).abs() <= expected * f64::EPSILON;
    assert!(near(semi_angle, FRAC_PI_6) && near(radius, 0.0508));
    assert!(placement.origin.distance(dvec3(0.0, 0.0, 0.0254)) < 1e-17);
    // One that narrows along its axis is the same surface with the axis turned around, and the same normal.
    let turned = cone(-30.0);
    let expected = |u: f64, v: f64| {
        let radius = 0.0508 - v * FRAC_PI_6.tan();
        dvec3(radius * u.cos(), radius * u.sin(), 0.0254 + v)
    };
    for (u, v) in [(0.0, 0.0), (1.0, 0.01), (-2.0, -0.02)] {
        assert!(turned.at(-u, -v).unwrap().distance(expected(u, v)) < 1e-16);
    }
}

#[test]
fn surfaces_follow_their_formulas() {
    let inch = 25.4 / 1000.0;
    let torus = surface(|text| {
        let placement = text.placement([0.0; 3], [0.0, 1.0, 0.0], Z);
        text.add(format!("TOROIDAL_SURFACE('',{placement},5.,2.)"))
    });
    // x is z of the file, y is the axis times it: x.
    let point = torus.at(FRAC_PI_2, 0.0).unwrap();
    assert!(point.distance(dvec3(7.0 * inch, 0.0, 0.0)) < 1e-16, "{point}");
    let revolution = surface(|text| {
        let line = text.line([2.0, 0.0, 0.0], Z, 3.0);
        let (point, direction) = (text.point([1.0, 0.0, 0.0]), text.direction(Z));
        let axis = text.add(format!("AXIS1_PLACEMENT('',{point},{direction})"));
        text.add(format!("SURFACE_OF_REVOLUTION('',{line},{axis})"))
    });
    // A quarter turn about the axis through (1, 0, 0), and half of a vector of 3.
    assert!(revolution.at(FRAC_PI_2, 0.5).unwrap().distance(dvec3(1.0, 1.0, 1.5) * inch) < 1e-16);
    let extrusion = surface(|text| {
        let placement = text.placement([0.0; 3], Z, X);
        let circle = text.add(format!("CIRCLE('',{placement},2.)"));
        let direction = text.direction([0.0, 0.0, 7.0]);
        let vector = text.add(format!("VECTOR('',{direction},4.)"));
        text.add(format!("SURFACE_OF_LINEAR_EXTRUSION('',{circle},{vector})"))
    });
    assert!(extrusion.at(PI, 0.5).unwrap().distance(dvec3(-2.0, 0.0, 2.0) * inch) < 1e-16);
}

#[test]
fn a_rectangle_of_a_surface_is_unwrapped() {
    for (u_sense, v_sense) in [(true, true), (true, false), (false, true), (false, false)] {
        let mut text = Text::default();
        let context = text.millimetres();
        let placement = text.placement([0.0; 3], Z, X);
        let plane = text.add(format!("PLANE('',{placement})"));
        let senses = format!("{},{}", flag(u_sense), flag(v_sense));
        let rectangle = text.add(format!("RECTANGULAR_TRIMMED_SURFACE('',{plane},0.,1.,0.,1.,{senses})"));
        let body = on_shell(&mut text, &rectangle, &context);
        assert!(matches!(*body.faces[0].surface, StepSurface::Plane { .. }));
        assert_eq!(body.faces[0].same_sense, u_sense == v_sense);
    }
}

#[test]
fn edges_get_the_whole_curve_and_its_direction() {
    for sense in [true, false] {
        let (curve, same) = edge(|text| {
            let placement = text.placement([0.0; 3], Z, X);
            let circle = text.add(format!("CIRCLE('',{placement},2.)"));
            let point = text.point([2.0, 0.0, 0.0]);
            let trimmed = text.add(format!(
                "TRIMMED_CURVE('',{circle},({point},PARAMETER_VALUE(0.)),(PARAMETER_VALUE(1.5)),{},.PARAMETER.)",
                flag(sense)
            ));
            text.add(format!("SURFACE_CURVE('',{trimmed},(),.CURVE_3D.)"))
        });
        assert!(matches!(curve, StepCurve::Circle { radius: 0.002, .. }));
        assert_eq!(same, sense);
    }
}

#[test]
fn curves_without_knots_get_those_of_their_type() {
    let spline = |keyword: &'static str| {
        let (curve, _) = edge(|text| {
            let points = [0.0, 1.0, 2.0, 4.0, 8.0].map(|x| text.point([x, x * x, 0.0])).join(",");
            text.add(format!("{keyword}('',2,({points}),.UNSPECIFIED.,.F.,.F.)"))
        });
        let StepCurve::Spline(spline) = curve else { panic!("no spline") };
        assert_eq!((spline.degree, spline.points.len(), &spline.weights), (2, 5, &None));
        spline
    };
    assert_eq!(spline("BEZIER_CURVE").knots, [0.0, 0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 2.0]);
    assert_eq!(spline("QUASI_UNIFORM_CURVE").knots, [0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 3.0, 3.0]);
    assert_eq!(spline("UNIFORM_CURVE").knots, [-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
    // Pieces of Bézier curves pass through the control points where they meet.
    assert!(spline("BEZIER_CURVE").at(1.0).unwrap().distance(dvec3(0.002, 0.004, 0.0)) < 1e-18);
}

#[test]
fn a_rational_curve_of_a_complex_instance() {
    let (curve, _) = edge(|text| {
        let points = [[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(|[x, y]| text.point([x, y, 0.0])).join(",");
        text.add(format!(
            "(BOUNDED_CURVE()B_SPLINE_CURVE(2,({points}),.CIRCULAR_ARC.,.F.,.F.)B_SPLINE_CURVE_WITH_KNOTS((3,3),\
             (0.,1.),.UNSPECIFIED.)CURVE()GEOMETRIC_REPRESENTATION_ITEM()RATIONAL_B_SPLINE_CURVE((1.,\
             0.7071067811865476,1.))REPRESENTATION_ITEM('arc'))"
        ))
    });
    for i in 0..=4 {
        assert!((curve.at(f64::from(i) / 4.0).unwrap().length() - 0.001).abs() < 1e-18);
    }
    assert_eq!(curve.range(), Some([0.0, 1.0]));
}

/// Two lines and an arc one after the other, one of them reversed: parameters add up.
#[test]
fn composite_curves_and_polylines() {
    let (curve, _) = edge(|text| {
        let corners = [[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]].map(|corner| text.point(corner)).join(",");
        let polyline = text.add(format!("POLYLINE('',({corners}))"));
        let placement = text.placement([1.0, 2.0, 0.0], Z, [0.0, -1.0, 0.0]);
        let circle = text.add(format!("CIRCLE('',{placement},1.)"));
        let arc = text.add(format!(
            "TRIMMED_CURVE('',{circle},(PARAMETER_VALUE(1.5707963267948966)),(PARAMETER_VALUE(0.)),.F.,.PARAMETER.)"
        ));
        let first = text.add(format!("COMPOSITE_CURVE_SEGMENT(.CONTINUOUS.,.T.,{polyline})"));
        let second = text.add(format!("COMPOSITE_CURVE_SEGMENT(.CONTINUOUS.,.F.,{arc})"));
        text.add(format!("COMPOSITE_CURVE('',({first},{second}),.F.)"))
    });
    let millimetre = 1e-3;
    for (t, point) in [
        (0.5, dvec3(0.5, 0.0, 0.0)),
        (1.5, dvec3(1.0, 0.5, 0.0)),
        (2.0, dvec3(1.0, 1.0, 0.0)),
        (2.0 + FRAC_PI_2, dvec3(2.0, 2.0, 0.0)),
    ] {
        let found = curve.at(t).unwrap();
        assert!(found.distance(point * millimetre) < 1e-17, "{t}: {found}");
    }
    let [low, high] = curve.range().unwrap();
    assert!(low == 0.0 && (high - 2.0 - FRAC_PI_2).abs() < 1e-15);
}

#[test]
fn an_ellipse_may_be_longer_along_either_axis() {
    let (curve, _) = edge(|text| {
        let placement = text.placement([0.0; 3], [0.0, 1.0, 0.0], X);
        text.add(format!("ELLIPSE('',{placement},2.,3.)"))
    });
    assert!(curve.at(FRAC_PI_2).unwrap().distance(dvec3(0.0, 0.0, -0.003)) < 1e-18);
}
