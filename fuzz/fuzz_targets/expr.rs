//! Any text as an expression: a fault within the text, or an expression that prints as itself.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tangency_interval::expr::Expr;

fuzz_target!(|text: &str| {
    match Expr::parse(text) {
        Ok(expression) => {
            let printed = expression.to_string();
            let again = Expr::parse(&printed).map(|again| again.to_string());
            assert_eq!(again.as_deref(), Ok(printed.as_str()), "from {text:?}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
