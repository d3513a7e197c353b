#!/bin/sh
# Runs the server of this pod: `serve.sh CONFIGURATION`. Beside it, a loop looks whether Kubernetes has brought another
# configuration, or cert-manager another certificate, and lets the server read them anew; connections stay.
set -eu
folder="${CONFIGURATIONS:-/etc/nats}"
certificates="${CERTIFICATES:-/etc/nats-tls}"
server=$$

state() { cat "$folder"/*.conf "$certificates"/* 2>/dev/null | cksum; }

watch() {
  known="$(state)"
  while sleep "${LOOK_SECONDS:-30}"; do
    # Without its server, it has nothing to do.
    kill -0 "$server" || return 0
    now="$(state)"
    [ "$now" = "$known" ] && continue
    # The server keeps what it has, and says so, where it cannot use the new files.
    kill -HUP "$server"
    known="$now"
  done
}

watch &
# The same process: it gets the signals, and ends with its own code.
exec nats-server -c "$folder/$1"
