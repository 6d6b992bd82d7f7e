#!/bin/sh
# start.sh VERSION: HAProxy with that configuration, in front of the small service.
set -eu
. ../upstream/behind.sh
fill_in "$1.cfg" >"$work/haproxy.cfg"
haproxy -f "$work/haproxy.cfg" >"$LAB_ACCESS_LOG" &
gateway=$!
wait "$gateway"
