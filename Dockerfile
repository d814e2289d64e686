# Two steps, so that build tools stay behind. Node 26 comes with the packages; Debian's own Node only runs npm.
ARG BASE=debian:trixie-slim
FROM ${BASE} AS build
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates libatomic1 nodejs npm
WORKDIR /srv/nightstand
COPY package.json package-lock.json .npmrc ./
COPY scripts/install-libatomic.sh scripts/
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM ${BASE}
# Node 26 does not start without libatomic.
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 1000 --user-group --no-create-home nightstand && install -d -o nightstand -g nightstand -m 700 /data
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /srv/nightstand
COPY --from=build --chown=root:root /srv/nightstand /srv/nightstand
USER nightstand
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node_modules/.bin/node", "-e", "fetch('http://127.0.0.1:3000/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# The program itself and no shell, so that SIGTERM reaches it.
CMD ["node_modules/.bin/node", "dist/site/main.js"]
