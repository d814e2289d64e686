# Two steps: what builds stays behind. Node 26 comes with the packages; the image's own Node only runs npm.
FROM node:22-bookworm-slim AS build
WORKDIR /srv/nightstand
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /srv/nightstand
COPY --from=build --chown=root:root /srv/nightstand /srv/nightstand
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node_modules/.bin/node", "-e", "fetch('http://127.0.0.1:3000/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# The very program, so that SIGTERM reaches it.
CMD ["node_modules/.bin/node", "dist/site/main.js"]
