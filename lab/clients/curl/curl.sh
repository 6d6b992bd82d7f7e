# curl: with --retry, and in a loop of its own. 24 requests; what fails is told, and after a pause the job goes on.
mode=$1
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT

send() {
  curl --silent --show-error --fail --output /dev/null --header "Authorization: Bearer $PETVET_API_KEY" "$@"
}

# curl waits for Retry-After alone; this loop waits for the longer of the two.
patiently() {
  wait=1
  for _ in 1 2 3 4 5 6 7 8 9; do
    send --write-out '%{http_code} %header{retry-after}' "$@" > "$answer" && return
    read -r status asked < "$answer"
    [ "$status" = 429 ] || return 1
    sleep $((asked > wait ? asked : wait))
    wait=$((2 * wait))
  done
  return 1
}

for i in $(seq 24); do
  if [ "$i" -le 20 ]; then set -- "$PETVET_BASE_URL/pets?limit=$i"
  else set -- --json "{\"name\": \"Pet $i\", \"categoryId\": $i, \"status\": \"available\"}" "$PETVET_BASE_URL/pets"; fi
  if [ "$mode" = configured ]; then patiently "$@"; else send --retry 3 "$@"; fi || sleep 2.5
done
