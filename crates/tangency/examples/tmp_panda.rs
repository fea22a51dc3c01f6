use std::sync::Arc;
use tangency::formats::robot::*;
use tangency::geometry::*;
use tangency::*;
fn main() {
    let d = "../shared/data";
    let options = RobotOptions { srdf: Some(format!("{d}/planning/panda/panda.srdf").into()), ..Default::default() };
    let panda = Robot::read(format!("{d}/meshes/franka_panda/panda.urdf"), &options).unwrap();
    let (mut n, mut touch, mut total, mut worst) = (0, 0, 0.0, 0.0f64);
    for kind in ["bookshelf_small_panda", "table_pick_panda", "cage_panda"] {
        for i in 1..=30 {
            let root = format!("/tmp/robots-data/problems/{kind}");
            let w = WorldOptions { excess: 1e-4, packages: &[], root: "panda_link0" };
            let Ok(world) = World::read(format!("{root}/scene{i:04}.yaml"), &w) else { continue };
            let segment = Request::read(format!("{root}/request{i:04}.yaml")).unwrap().segment(&panda.mechanism).unwrap();
            let v = Verifier::new(panda.clone(), world);
            let t = std::time::Instant::now();
            let r = v.verify(&Arc::new(segment), &VerifyOptions { tolerance: 1e-6, ..Default::default() }).unwrap();
            let s = t.elapsed().as_secs_f64();
            total += s; worst = worst.max(s); n += 1;
            touch += usize::from(r.report.time.is_some());
            if i <= 3 { println!("{kind} {i} {:?} {:?} {} {} asked {} {:.2} ms", r.report.verdict, r.report.time, r.report.contacts.first().map_or("", |c| &c.a), r.report.contacts.first().map_or("", |c| &c.b), r.asked, 1e3*s); }
        }
    }
    println!("{n} segments, {touch} touch, mean {:.3} ms, worst {:.2} ms", 1e3 * total / n as f64, 1e3 * worst);
}
