//! Prints the nanoseconds of our interval operations, one a line, as built.

mod measurements;

fn main() {
    for (name, nanoseconds) in measurements::all() {
        println!("{name} {nanoseconds}");
    }
}
