#!/bin/sh
# A server of a Redis Cluster that puts itself together, and keeps its places.
#   node.sh serve OPTION...   starts the server with options besides redis.conf
#   node.sh ready             whether it serves slots, or has what its primary has
#   node.sh leave             before a stop: hands its slots to its partner
# SERVERS names all servers: those that are born as primaries, then the standby of each in the same order, if there are
# any. SERVER is this one's name, ADDRESS its address now, PRIMARIES how many are born as primaries. REDISCLI_AUTH is the
# password, and the folder TLS has tls.crt, tls.key and ca.crt; without them the server asks for no password, or does not
# encrypt. The server that was born as a primary takes its slots back when it has returned: the cluster survives the loss of a
# machine as long as no other one has most of the primaries.
set -eu

HASH_SLOTS=16384
PORT=${PORT:-6379}
DATA=${DATA:-/data}
HERE=$(dirname "$0")
LOOK_SECONDS=${LOOK_SECONDS:-3}
# So long a returned primary watches before it takes its slots back.
SETTLED_SECONDS=${SETTLED_SECONDS:-30}
LEAVE_SECONDS=15

is_encrypted() { [ -n "${TLS:-}" ] && [ -e "$TLS/tls.crt" ]; }

# A command for the server at an address; two seconds have to do.
ask() {
  at=$1
  shift
  if is_encrypted; then
    timeout 2 redis-cli --no-auth-warning -h "$at" -p "$PORT" --tls --cacert "$TLS/ca.crt" "$@"
  else
    timeout 2 redis-cli --no-auth-warning -h "$at" -p "$PORT" "$@"
  fi
}

own() { ask "$ADDRESS" "$@"; }

address_of() { getent ahosts "$1" | awk 'NR == 1 { print $1 }'; }

# The place of this server in SERVERS, counted from 0.
place() {
  number=0
  for name in $SERVERS; do
    [ "$name" = "$SERVER" ] && break
    number=$((number + 1))
  done
  echo "$number"
}

is_born_primary() { [ "$(place)" -lt "$PRIMARIES" ]; }

# The slots of this server and its partner.
first_slot() { echo $(($(place) % PRIMARIES * HASH_SLOTS / PRIMARIES)); }
last_slot() { echo $((($(place) % PRIMARIES + 1) * HASH_SLOTS / PRIMARIES - 1)); }

# The name of the other server with the same slots, where there is one.
partner() {
  wanted=$((($(place) + PRIMARIES) % (2 * PRIMARIES)))
  number=0
  for name in $SERVERS; do
    [ "$number" = "$wanted" ] && echo "$name"
    number=$((number + 1))
  done
}

# Answers of `cluster nodes`: id address:port@bus,name flags primary ping pong epoch link slots...
owner_of() {
  awk -v slot="$1" '$3 ~ /master/ && $3 !~ /fail/ {
    for (field = 9; field <= NF; field++) {
      split($field, ends, "-")
      if ($field !~ /^\[/ && ends[1] <= slot + 0 && (ends[2] == "" ? ends[1] : ends[2]) >= slot + 0) print $1
    }
  }'
}
known_servers() { awk '$3 !~ /handshake|noaddr|fail/' | wc -l; }

# Makes itself known where its address, or that of another one, is new.
meet() {
  nodes=$1
  for name in $SERVERS; do
    address=$(address_of "$name")
    [ -n "$address" ] || continue
    echo "$nodes" | grep -qF " $address:$PORT@" || own cluster meet "$address" "$PORT" >/dev/null
  done
}

# Certificates are renewed while servers run; Redis reads them when it is told their names.
renew_certificate() {
  is_encrypted && [ "$TLS/tls.crt" -nt "$DATA/certificate" ] || return 0
  own config set tls-cert-file "$TLS/tls.crt" tls-key-file "$TLS/tls.key" tls-ca-cert-file "$TLS/ca.crt" &&
    touch "$DATA/certificate"
}

# One look at the cluster, and one step to this server's place in it.
keep_place() {
  nodes=$(own cluster nodes) || return 0
  meet "$nodes"
  role=$(own info replication) || return 0
  owner=$(echo "$nodes" | owner_of "$(first_slot)")
  case "$role" in
  *role:master*)
    echo "$nodes" | awk '$3 ~ /myself/ && NF >= 9 { found = 1 } END { exit !found }' && return 0
    if [ -n "$owner" ]; then
      own cluster replicate "$owner"
    elif is_born_primary && [ "$(echo "$nodes" | known_servers)" -eq "$(echo "$SERVERS" | wc -w)" ]; then
      # Everybody is there, and nobody has them: the cluster is new.
      own cluster addslotsrange "$(first_slot)" "$(last_slot)"
    fi
    ;;
  *master_link_status:up*)
    is_born_primary && [ ! -e "$DATA/leaving" ] || return 0
    uptime=$(own info server | tr -d '\r' | sed -n 's/^uptime_in_seconds://p')
    [ "${uptime:-0}" -lt "$SETTLED_SECONDS" ] || own cluster failover
    ;;
  esac
}

# redis.conf, and what only this server knows.
configuration() {
  cat "$HERE/redis.conf"
  echo "dir $DATA"
  echo "cluster-announce-ip $ADDRESS"
  echo "cluster-announce-hostname $SERVER"
  if is_encrypted; then
    echo "tls-port $PORT"
    echo "tls-cluster yes"
    echo "tls-replication yes"
    echo "tls-auth-clients optional"
    echo "tls-cert-file $TLS/tls.crt"
    echo "tls-key-file $TLS/tls.key"
    echo "tls-ca-cert-file $TLS/ca.crt"
  else
    echo "port $PORT"
  fi
  if [ -n "${REDISCLI_AUTH:-}" ]; then
    echo "requirepass \"$REDISCLI_AUTH\""
    echo "masterauth \"$REDISCLI_AUTH\""
  else
    echo "protected-mode no"
  fi
}

serve() {
  rm -f "$DATA/leaving"
  touch "$DATA/certificate"
  while sleep "$LOOK_SECONDS" && kill -0 $$ 2>/dev/null; do
    renew_certificate || true
    keep_place || true
  done >/dev/null &
  # Through a pipe: the password is written to no file, and to no list of processes.
  exec redis-server - "$@" <<CONFIGURATION
$(configuration)
CONFIGURATION
}

ready() {
  [ "$(own ping)" = PONG ] || exit 1
  case "$(own info replication)" in
  *role:master*) own cluster nodes | awk '$3 ~ /myself/ && NF >= 9 { found = 1 } END { exit !found }' ;;
  *master_link_status:up*) ;;
  *) exit 1 ;;
  esac
}

leave() {
  touch "$DATA/leaving"
  other=$(partner)
  [ -n "$other" ] || exit 0
  waited=0
  while [ "$waited" -lt "$LEAVE_SECONDS" ]; do
    case "$(own info replication)" in
    *role:master*) [ "$waited" -gt 0 ] || ask "$(address_of "$other")" cluster failover || exit 0 ;;
    *) exit 0 ;;
    esac
    sleep 1
    waited=$((waited + 1))
  done
}

command=$1
shift
case "$command" in
serve) serve "$@" ;;
ready) ready ;;
leave) leave ;;
*) exit 64 ;;
esac
