#!/usr/bin/env bash
# Builds the image and tries it: a user without rights, a file system that cannot be written, the commands, and the
# tests of the process on a Discord of their own (health, metrics, SIGTERM in the middle of a burst).
#
#   deploy/check_image.sh                 with docker, or podman, where one answers
#   sudo deploy/check_image.sh            else on Debian with buildah, in a chroot, on a base made by debootstrap
#
# Takes the tests' environment from PYTHON (.venv/bin/python). Everything else is made below a temporary folder.
set -euo pipefail
cd "$(dirname "$0")/.."
PYTHON=${PYTHON:-.venv/bin/python}
work=$(mktemp -d "${TMPDIR:-/tmp}/ecarte-image.XXXXXX")
site=$PWD/tests/support/standin/site
image=ecarte-check

say() { printf '==> %s\n' "$*"; }
fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }

if docker info >/dev/null 2>&1; then engine=docker
elif podman info >/dev/null 2>&1; then engine=podman
elif [ "$(id -u)" = 0 ] && command -v buildah >/dev/null && command -v debootstrap >/dev/null; then engine=buildah
else fail 'neither docker nor podman answers, and buildah with debootstrap is not here (or not as root)'; fi
say "engine: $engine"

cat >"$work/run" <<'RUN'
#!/usr/bin/env bash
# Runs a command of the image with the settings of the environment; the folder of the database is the only one it can write.
set -eu
folder=$(dirname "$ECARTE_DATABASE"); chmod 0777 "$folder"
export PYTHONPATH=/tmp/site
RUN

case $engine in
docker | podman)
  $engine build -q -t $image . >/dev/null
  cat >>"$work/run" <<RUN
exec $engine run --rm --init --network host --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \\
  -v "\$folder:\$folder" -v "$site:/tmp/site:ro" -e PYTHONPATH \$(env | sed -n 's/^\(ECARTE_[A-Z_]*\|DISCORD_TOKEN\|STANDIN_URL\)=.*/-e \1/p') \\
  $image "\$@"
RUN
  inside() { $engine run --rm --entrypoint python $image "$@"; }
  trap '$engine rmi -f $image >/dev/null 2>&1; rm -rf "$work"' EXIT
  ;;
buildah)
  export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
  store=(--root "$work/store" --runroot "$work/runroot")
  trap 'buildah "${store[@]}" rm -a >/dev/null 2>&1; rm -rf "$work"' EXIT
  say 'base: debootstrap'
  # The Debian with the Python of the image, as the checks of every change know it.
  version=$(sed -n 's/^ARG BASE=python:\([0-9.]*\)-slim$/\1/p' Dockerfile)
  suite=$(sed -n "s/^debians='.*$version:\([a-z]*\).*/\1/p" .ci/run)
  debootstrap --variant=minbase --include=python3,python3-venv,python3-pip,ca-certificates "$suite" "$work/base" >"$work/log" 2>&1 ||
    { tail -5 "$work/log" >&2; fail 'debootstrap'; }
  ln -sf python3 "$work/base/usr/bin/python"
  # What this machine needs to reach its package index, and nothing that stays in the layers above.
  for file in /etc/pip.conf /etc/ssl/certs/ca-certificates.crt; do
    [ ! -e "$file" ] || install -D "$file" "$work/base$file"
  done
  base=$(buildah "${store[@]}" from scratch)
  buildah "${store[@]}" add -q "$base" "$work/base" / >/dev/null
  buildah "${store[@]}" commit -q "$base" localhost/ecarte-base >/dev/null
  say 'image: buildah'
  buildah "${store[@]}" bud -q --layers=false --build-arg BASE=localhost/ecarte-base -t $image . >"$work/log" 2>&1 ||
    { tail -20 "$work/log" >&2; fail 'the build'; }
  made=$(buildah "${store[@]}" from $image)
  root=$(buildah "${store[@]}" mount "$made")
  user=$(buildah "${store[@]}" inspect --type image --format '{{.OCIv1.Config.User}}' $image)
  [ "$user" = 10001:10001 ] || fail "the image runs as '$user'"
  inside() { chroot "$root" sh -c 'cd /app && exec /venv/bin/python "$@"' python "$@"; }
  cat >>"$work/run" <<RUN
export folder
exec unshare --mount sh -eu -c '
  mount --bind "$root" "$root"
  mount -o remount,bind,ro "$root"
  mount -t tmpfs tmpfs "$root/tmp"
  mkdir -p "$root\$folder" "$root/tmp/site"
  mount --bind "\$folder" "$root\$folder"
  mount -o bind,ro "$site" "$root/tmp/site"
  mount --rbind /dev "$root/dev"
  mount -t proc proc "$root/proc"
  cd /
  exec chroot --userspec=$user "$root" sh -c "cd /app && PATH=/venv/bin:/usr/bin:/bin PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 exec python -m bot \"\\\$@\"" bot "\$@"
' sh "\$@"
RUN
  ;;
esac
chmod +x "$work/run"

data=$work/data; mkdir -m 0777 "$data"
run() { env -u DISCORD_TOKEN ECARTE_DATABASE="$data/room.sqlite3" STANDIN_URL=http://127.0.0.1:9 "$work/run" "$@"; }
say 'commands'
run migrate
run verify
run backup "$data/copy.sqlite3"
run restore "$data/copy.sqlite3"
mkdir "$data/backups"; chmod 0777 "$data/backups"
run backup "$data/backups/room-20260101T000000Z.sqlite3"
ECARTE_BACKUP_FOLDER="$data/backups" run drill
if run health 2>/dev/null; then fail 'health says that a bot runs'; fi
[ "$(stat -c %u "$data/room.sqlite3")" = 10001 ] || fail 'the database is not of the user of the image'
if run backup /data2.sqlite3 2>/dev/null || run backup /app/copy.sqlite3 2>/dev/null; then fail 'the image can be written'; fi
status=0; run run 2>"$work/log" || status=$?
[ $status = 2 ] && [ "$(wc -l <"$work/log")" = 1 ] || fail 'without a token it does not stop with one line'

say 'letters'
inside -B -c 'import sys; from bot.pictures.drawing.lettering import drawable_text; sys.exit(drawable_text("山田 철수 🎲") != "山田 철수 🎲")' ||
  fail 'a name is spelt for which the image should have a font'

say 'process'
ECARTE_TEST_COMMAND="$work/run" "$PYTHON" -m pytest -q -p no:cacheprovider --basetemp="$work/tests" \
  tests/bot/e2e/test_process_on_discord.py
say 'The image is as it should be.'
