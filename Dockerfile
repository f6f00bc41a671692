# The service in a container: built in one stage, run from another that holds nothing but what answers calls.
#   docker build -t plumbline . && docker run --read-only --tmpfs /tmp -v plumbline:/data -p 3000:3000 plumbline
FROM node:22.22.0-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:22.22.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force

FROM node:22.22.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN install -d -o 1000 -g 1000 -m 700 /data
COPY --from=packages /app/node_modules node_modules
COPY --from=build /src/package.json ./
COPY --from=build /src/LICENSE LICENSE
COPY --from=build /src/assets assets
COPY --from=build /src/definitions definitions
COPY --from=build /src/dist/src dist/src
COPY --from=build /src/dist/built dist/built
COPY --from=build /src/dist/explorer dist/explorer
COPY --from=build /src/dist/guide dist/guide
# For whoever works inside: docker exec plumbline plumbline keys list
RUN printf '#!/bin/sh\nexec node /app/dist/src/cli.js "$@"\n' > /usr/local/bin/plumbline && chmod 755 /usr/local/bin/plumbline
# By number: a platform that refuses root can tell that it is not.
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# Without npm or a shell between: signals reach the service itself.
CMD ["node", "dist/src/cli.js", "serve"]
