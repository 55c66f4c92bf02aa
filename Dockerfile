# The bot in a container: `run` with DISCORD_TOKEN in the environment and a volume at /data.
#
#   docker build -t ecarte .
#   docker run -d --restart unless-stopped --stop-timeout 20 -v ecarte:/data -e DISCORD_TOKEN \
#     --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges ecarte
#
# Writes only to /data and /tmp, and does not run as root. A folder of the host in place of the volume must belong to
# 10001:10001. `docker run … ecarte migrate`, `backup FILE` and the other commands work alike.
# With `--build-arg REQUIREMENTS=requirements/postgres.txt` it knows PostgreSQL as well.
#
# The base is named by its version and not by a digest, so that a rebuild brings its security updates; who wants every
# build alike gives one: `--build-arg BASE=python@sha256:…`. The packages of the bot are pinned by their hashes.
ARG BASE=python:3.13-slim

FROM ${BASE} AS build
ARG REQUIREMENTS=requirements/bot.txt
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PIP_ROOT_USER_ACTION=ignore
COPY requirements /build/requirements/
# Wheels only: nothing is built from sources outside the pins. The environment needs no pip of its own.
RUN python -m venv --without-pip /venv \
 && python -m pip --python /venv/bin/python install --require-hashes --only-binary :all: -r /build/${REQUIREMENTS}
COPY LICENSE /app/
COPY ecarte /app/ecarte
COPY bot /app/bot
# Compiled once, since /app is read-only at run time.
RUN python -m compileall -q /app

FROM ${BASE}
ARG REQUIREMENTS=requirements/bot.txt
RUN groupadd --gid 10001 ecarte \
 && useradd --uid 10001 --gid ecarte --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin ecarte \
 && install -d -o ecarte -g ecarte -m 0750 /data
# What writes names in Chinese, Japanese and Korean, of whose four files one is enough; the package has the other scripts and
# emoji. FriBiDi orders names from right to left: Pillow's wheel opens it and does not bring it along. For PostgreSQL, what
# writes backups: servers up to Debian's own version.
RUN apt-get update \
 && apt-get install -y --no-install-recommends fonts-noto-cjk libfribidi0 \
      $(case ${REQUIREMENTS} in *postgres*) echo postgresql-client ;; esac) \
 && rm -rf /var/lib/apt/lists/* /usr/share/fonts/opentype/noto/NotoSerifCJK-* /usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc
COPY --from=build /venv /venv
COPY --from=build /app /app
ENV PATH=/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    ECARTE_DATABASE=/data/ecarte.sqlite3 \
    ECARTE_METRICS=127.0.0.1:9464 \
    ECARTE_IMAGE=yes
WORKDIR /app
USER 10001:10001
VOLUME ["/data"]
STOPSIGNAL SIGTERM
# Asks the running bot, which sees its database and Discord's gateway.
HEALTHCHECK --interval=60s --timeout=20s --start-period=60s --retries=3 CMD ["python", "-m", "bot", "health"]
ENTRYPOINT ["python", "-m", "bot"]
CMD ["run"]
