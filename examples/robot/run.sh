#!/usr/bin/env bash
# Is a trajectory of the arm clear of the arm itself and of the table, and by how much? Where does a low one touch first,
# and what does a rod in the hand change?
cd "$(dirname "$0")" || exit 2
tangency=${TANGENCY:-tangency}
verify=("$tangency" verify robot.urdf --srdf robot.srdf --world world.toml)
"${verify[@]}" --trajectory trajectories/reach.csv
echo "exit code $?"
"${verify[@]}" --trajectory trajectories/low.csv
echo "exit code $?"
"${verify[@]}" --trajectory trajectories/reach.csv --attach wrist_3_link=part.toml
echo "exit code $?"
