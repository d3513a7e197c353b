# One image for every service; APP only chooses what it runs when no command is given:
#   docker build --tag stoa:0.1.0 .
#   docker build --build-arg APP=events --tag stoa-events:0.1.0 .
# An exact tag, not a digest: see docs/decisions/017-kubernetes.md for how to pin the digest in your registry.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
# Behind a proxy that opens TLS: docker build --secret id=ca,src=company-ca.crt
RUN --mount=type=cache,target=/root/.npm --mount=type=secret,id=ca,target=/run/ca.crt \
  NODE_EXTRA_CA_CERTS=/run/ca.crt npm ci --no-audit --no-fund
COPY tsconfig.base.json tsconfig.json nx.json ./
COPY tools tools
COPY libs libs
COPY apps apps
ARG APP=gateway
RUN --mount=type=cache,target=/root/.npm --mount=type=secret,id=ca,target=/run/ca.crt \
  NODE_EXTRA_CA_CERTS=/run/ca.crt node tools/image.mjs /image "${APP}"

FROM ${NODE_IMAGE} AS runtime
# A service needs node alone; the package managers would only be more to keep patched.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn-* \
    /usr/local/bin/yarn /usr/local/bin/yarnpkg \
  && install -d -o 10001 -g 10001 /var/lib/stoa /var/lib/stoa/uploads /var/lib/stoa/mail
ARG NODE_IMAGE
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Stoa" \
  org.opencontainers.image.description="Team-chat backend for large organisations on Kubernetes" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.base.name="${NODE_IMAGE}"
WORKDIR /app
COPY --from=build /image /app
ENV NODE_ENV=production
# Numeric, so that Kubernetes can tell that it is not root. Nothing under /app is writable for it.
USER 10001:10001
EXPOSE 9991 9090
STOPSIGNAL SIGTERM
CMD ["node", "main.js"]
