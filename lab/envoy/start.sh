#!/bin/sh
# start.sh VERSION: Envoy with that configuration, in front of the small service.
set -eu
. ../upstream/behind.sh
fill_in "$1.yaml" >"$work/envoy.yaml"
.venv/bin/envoy --config-path "$work/envoy.yaml" --concurrency 1 --disable-hot-restart --log-level error &
gateway=$!
wait "$gateway"
