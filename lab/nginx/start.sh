#!/bin/sh
# start.sh VERSION: nginx with that configuration, in front of the small service.
set -eu
. ../upstream/behind.sh
fill_in "$1.conf" >"$work/nginx.conf"
cp petvet.js "$work"
nginx -p "$work" -c nginx.conf -e stderr &
gateway=$!
wait "$gateway"
