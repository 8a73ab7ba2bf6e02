#!/bin/sh
# Starts coturn with the secret of the environment. coturn takes every secret that it is given, so the one file that
# names it is written here, readable by its owner alone; on a command line every user of the machine would read it.
set -eu

fail() {
  echo "coturn-entrypoint: $1" >&2
  exit 1
}
TURN_SECRET=${TURN_SECRET:-}
if [ -z "$TURN_SECRET${TURN_DOMAIN:-}" ]; then
  # Whoever supervises it would start it again for ever.
  echo "coturn-entrypoint: no TURN_SECRET and no TURN_DOMAIN, so no relay is run"
  exec sleep infinity
fi
[ "${#TURN_SECRET}" -ge 16 ] || fail "TURN_SECRET needs at least 16 characters"
[ -n "${TURN_DOMAIN:-}" ] || fail "TURN_DOMAIN is missing"
[ -n "${TURN_PUBLIC_IP:-}" ] || fail "TURN_PUBLIC_IP is missing: the public address of this machine"
case "$TURN_SECRET$TURN_DOMAIN$TURN_PUBLIC_IP${TURN_PRIVATE_IP:-}" in
*[!A-Za-z0-9._:+/=-]*) fail "TURN_SECRET, TURN_DOMAIN and the addresses take letters, digits and ._:+/=- only" ;;
esac

umask 077
folder=$(mktemp -d "${TMPDIR:-/tmp}/coturn.XXXXXX")
{
  cat "${COTURN_TEMPLATE:-/etc/coturn/coturn.conf}"
  echo "realm=$TURN_DOMAIN"
  echo "static-auth-secret=$TURN_SECRET"
  # Behind NAT (most clouds) the machine knows its private address only.
  [ -z "${TURN_PRIVATE_IP:-}" ] || echo "external-ip=$TURN_PUBLIC_IP/$TURN_PRIVATE_IP"
  # Whatever listens on this machine for itself is nobody's peer.
  for address in "$TURN_PUBLIC_IP" ${TURN_PRIVATE_IP:-}; do
    if [ "${TURN_RELAY_TO_RELAY:-}" = yes ]; then
      echo "allowed-peer-ip=$address"
    else
      echo "denied-peer-ip=$address"
    fi
  done
} >"$folder/coturn.conf"

# Not in the environment of the process either.
unset TURN_SECRET
exec turnserver -c "$folder/coturn.conf" "$@"
