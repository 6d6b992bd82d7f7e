# petvet in a container, from a clone of this repository:
#   docker build --tag petvet .
#   docker run --rm --env-file .env --volume "$PWD/reports:/petvet/reports" petvet check --target staging
# The user of the container must be able to write reports/: add --user "$(id -u)". For a service on this machine add --network host.
# The tests check what it says; they do not build it.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --omit=optional --omit=peer --no-audit --no-fund

FROM node:24.21.0-bookworm-slim
COPY --from=build /source/dist /opt/petvet
COPY --from=build /source/node_modules /opt/petvet/node_modules
RUN ln -s /opt/petvet/lib/cli/petvet.cjs /usr/local/bin/petvet && install --directory --owner=node /petvet
USER 1000
WORKDIR /petvet
ENTRYPOINT ["petvet"]
CMD ["--help"]
