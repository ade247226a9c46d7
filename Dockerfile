# One image for API, worker, simulators and migrations. docker-compose.yml chooses the command of each container.
FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --loglevel=error

# The code with the built guides and console, without folders that only developers need.
FROM node:24-slim AS code
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --loglevel=error
COPY . .
RUN node tools/sbom.ts > sbom.cdx.json && node tools/docs/site/build.ts && node tools/console/build.ts && rm -rf .bundlewire console docs node_modules test tools

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=code /app .
RUN node worker/temporal/write-bundles.ts
# The operators' command, for `docker compose run --rm cli` and `kubectl exec`.
RUN ln -s /app/cli/bundlewire.mjs /usr/local/bin/bundlewire
# Mount a volume here for the books of the simulators.
RUN install --directory --owner=node /var/lib/bundlewire
# By number, so that Kubernetes can see that it is not root.
USER 1000:1000
# As API_NODE_ARGS in tools/stack/stack-processes.ts; docs/decisions/operations.md says why.
CMD ["node", "--max-semi-space-size=32", "--heap-growing-percent=50", "--v8-pool-size=1", "api/server.ts"]
