#!/usr/bin/env bash
# Walks the lab as a person would, one step after the other. Run as root on the learner's machine, in this folder.
# Where the lab has been walked before, only files that differ from the installed ones are installed.
set -eu
cd "$(dirname "$0")"
export SUBMISSION=$PWD LAB=/root/cnpa-op
. ./lib.sh
if [ -e "$LAB/report.json" ]; then
  install_what_differs
else
  mkdir -p "$LAB"
  for step in 1 2 3 4 5 6 7 8; do
    echo "step $step"
    . "./steps/$step.sh"
  done
fi
after_the_walk
