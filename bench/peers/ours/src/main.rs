//! Prints the nanoseconds of our interval operations in this build, one per line.

mod measurements;

fn main() {
    for (name, nanoseconds) in measurements::all() {
        println!("{name} {nanoseconds}");
    }
}
