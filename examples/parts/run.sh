#!/usr/bin/env bash
# What is in the files? Does the pin touch the plate, if it is pushed down by 40 mm? How far apart do they stay on the
# way of the assembly, and does that satisfy a clearance of 2.5 mm?
cd "$(dirname "$0")" || exit 2
tangency=${TANGENCY:-tangency}
"$tangency" inspect pin.stl plate.obj
"$tangency" check pin.stl plate.obj --units mm --move pin=0,0,-40
echo "exit code $?"
"$tangency" check assembly.toml --pairs
echo "exit code $?"
"$tangency" check assembly.toml --separation 0.0025
echo "exit code $?"
"$tangency" measure assembly.toml --over
echo "exit code $?"
