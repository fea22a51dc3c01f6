#!/usr/bin/env bash
# Is the arm's trajectory free of contact, and by how much? Where does the one that is too low touch first?
cd "$(dirname "$0")" || exit 2
tangency=${TANGENCY:-tangency}
"$tangency" check arm
echo "exit code $?"
"$tangency" check arm-too-low
echo "exit code $?"
"$tangency" measure arm --body hand --at 2.5 --nearest 3
echo "exit code $?"
