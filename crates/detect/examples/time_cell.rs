use std::time::Instant;
use tangency_detect::laws::{Frame, PairScene, TableCell};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let filter = args.get(1).cloned().unwrap_or_default();
    let from: u64 = args.get(2).map_or(1, |s| s.parse().unwrap());
    let count: u64 = args.get(3).map_or(3, |s| s.parse().unwrap());
    let mut rows: Vec<(f64, String)> = Vec::new();
    let mut sums: std::collections::BTreeMap<String, (f64, u32)> = Default::default();
    for cell in TableCell::all() {
        let name = cell.to_string();
        if !name.contains(&filter) {
            continue;
        }
        for seed in from..from + count {
            let scene = PairScene::draw(cell, seed, &Frame::IDENTITY);
            let begin = Instant::now();
            let answer = tangency_detect::first_contact(&scene.a.moving, &scene.b.moving, &scene.query);
            let t = begin.elapsed().as_secs_f64();
            let v = match &answer {
                Ok(a) => format!("{:?} it {}", std::mem::discriminant(&a.verdict), a.effort.iterations),
                Err(e) => e.to_string(),
            };
            let key = format!("{:?}+{:?}", cell.a.shape, cell.b.shape);
            let e = sums.entry(key).or_default();
            e.0 += t;
            e.1 += 1;
            rows.push((
                t,
                format!(
                    "{name} {seed} {v} {}",
                    scene.a.text.chars().take(60).collect::<String>()
                        + " | "
                        + &scene.b.text.chars().take(90).collect::<String>()
                ),
            ));
        }
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (t, r) in rows.iter().take(25) {
        println!("{:.4} s {r}", t);
    }
    for (k, (t, n)) in sums {
        println!("{k}: mean {:.3} ms", 1e3 * t / f64::from(n));
    }
}
