# API, worker, simulator and migrations are one image; docker-compose.yml says which of them a container runs.
FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --loglevel=error

# The code, with the guides built and without what only developers need.
FROM node:24-slim AS code
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --loglevel=error
COPY . .
RUN node tools/docs/site/build.ts && rm -rf .bundlewire docs examples node_modules test tools

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=code /app .
RUN node worker/temporal/write-bundles.ts
# Where the simulators keep their books, as a volume.
RUN install --directory --owner=node /var/lib/bundlewire
USER node
# As API_NODE_ARGS in tools/stack/stack-processes.ts; docs/decisions/operations.md says why.
CMD ["node", "--max-semi-space-size=32", "--heap-growing-percent=50", "--v8-pool-size=1", "api/server.ts"]
