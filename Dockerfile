# Cartulary on the official Node.js image: sources and production packages, no build tools.
# docker build -t cartulary . && docker run -p 3000:3000 -v cartulary:/var/lib/cartulary cartulary
ARG NODE=node:24.21.0-bookworm-slim

FROM ${NODE} AS packages
WORKDIR /opt/cartulary
COPY . .
# The image has the pinned Node.js; what only tests, documents and other platforms need goes, too.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/node-linux-* node_modules/node-win-* test docs .git

FROM ${NODE}
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    CARTULARY_DATA=/var/lib/cartulary \
    LOG_FORMAT=json \
    MALLOC_TRIM_THRESHOLD_=4194304
COPY --from=packages /opt/cartulary /opt/cartulary
RUN install -d -o node -g node -m 0700 /var/lib/cartulary \
  && printf '#!/bin/sh\nexec node --conditions=@cartulary/source --max-semi-space-size=16 --no-allocation-site-pretenuring /opt/cartulary/hosts/cli/src/cartulary.ts "$@"\n' > /usr/local/bin/cartulary \
  && chmod 0755 /usr/local/bin/cartulary
WORKDIR /var/lib/cartulary
USER node
VOLUME /var/lib/cartulary
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["cartulary"]
CMD ["serve"]
