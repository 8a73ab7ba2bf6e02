#!/bin/sh
# Starts Redis with the password of the environment, by a file that its owner alone can read: on the command line
# every user of the machine would read it.
set -eu

case "${REDIS_PASSWORD:-}" in
*[!A-Za-z0-9_-]* | "") echo "redis-entrypoint: REDIS_PASSWORD takes letters, digits, _ and - and must be given" >&2 && exit 1 ;;
esac

umask 077
folder=$(mktemp -d "${TMPDIR:-/tmp}/redis.XXXXXX")
echo "requirepass $REDIS_PASSWORD" >"$folder/redis.conf"
unset REDIS_PASSWORD
exec redis-server "$folder/redis.conf" "$@"
