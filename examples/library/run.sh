#!/usr/bin/env bash
# Builds and runs the program. It is a crate of the workspace, so that nothing is compiled twice.
cd "$(dirname "$0")" || exit 2
cargo run --quiet ${CARGO_PROFILE:+--profile "$CARGO_PROFILE"}
echo "exit code $?"
