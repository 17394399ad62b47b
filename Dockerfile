# Stirrup in a container: built in one stage, run from another that has neither tools nor development packages.
# With its proxy and its backup: deploy/compose.yaml. Alone:
#   podman build --format docker -t stirrup .
#   podman run --read-only --volume stirrup:/data --env-file stirrup.env --publish 3000:3000 stirrup
# Docker takes no format; podman's own has no place for the health check.
# Any image with Node 20.19 or later works as the base; 20 itself has had no fixes since April 2026.
ARG NODE=docker.io/library/node:24-bookworm-slim

FROM ${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --include=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

FROM ${NODE}
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/prisma/migrations prisma/migrations
COPY --from=build /app/app/platform/pdf/fonts app/platform/pdf/fonts
COPY --from=build /app/build build
# A new volume takes the owner of the folder it covers.
RUN mkdir -m 700 /data && chown 10001:10001 /data
# "container" as systemd and podman set it, and Docker does not: there HOST is the container's own.
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0 PORT=3000 container=oci
# One arena of memory instead of several a core: 40 MB less, and no slower, because one thread does nearly all.
ENV MALLOC_ARENA_MAX=1
EXPOSE 3000
# A number, because the base knows no user of ours.
USER 10001:10001
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# The bounds of `npm start`. Node itself, which hears the signal to stop.
CMD ["node", "--max-semi-space-size=4", "--max-old-space-size=512", "--enable-source-maps", "build/node/server/index.js"]
