#!/usr/bin/env bash
# Walks the lab as a person would, one step after the other. Run as root on the learner's machine, in this folder.
set -eu
cd "$(dirname "$0")"
export SUBMISSION=$PWD LAB=/root/cnpa-op
. ./lib.sh
mkdir -p "$LAB"
for step in 1 2 3 4 5 6 7 8; do
  echo "step $step"
  . "./steps/$step.sh"
done
