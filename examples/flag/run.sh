#!/usr/bin/env bash
# A mesh that deforms, from a sequence of files: where does it first touch itself, its pole or the wall?
cd "$(dirname "$0")" || exit 2
tangency=${TANGENCY:-tangency}
"$tangency" check flag.toml --pairs
echo "exit code $?"
"$tangency" measure flag.toml --over
echo "exit code $?"
