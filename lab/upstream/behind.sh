# Sourced by the start script of a gateway: starts the small service on a free port, and ends it with the gateway.
free_port() {
  python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

UPSTREAM_PORT=$(free_port)
# Where the gateway writes its access log, as docs/watch.md says: nowhere, unless told.
LAB_ACCESS_LOG=${LAB_ACCESS_LOG:-/dev/null}
export UPSTREAM_PORT LAB_ACCESS_LOG
work=$(mktemp -d)
python3 ../upstream/pets.py &
upstream=$!
gateway=
end() {
  trap - EXIT INT TERM
  kill "$upstream" $gateway 2>/dev/null || true
  wait
  rm -rf "$work"
}
trap end EXIT
trap 'exit 143' INT TERM

# Settings stand in a configuration as ${NAME}.
fill_in() {
  python3 -c 'import os, string, sys; print(string.Template(open(sys.argv[1]).read()).safe_substitute(os.environ))' "$1"
}

until python3 -c "import socket; socket.create_connection(('127.0.0.1', $UPSTREAM_PORT)).close()" 2>/dev/null; do
  kill -0 "$upstream"
  sleep 0.1
done
