# Porteira beside PostgreSQL's own programs, for restoring and verifying backups of the database in deploy/compose/postgres.yaml. From the root of a
# checkout, after the image of the gateway: docker build -f deploy/docker/restore.Dockerfile -t porteira-restore .
ARG PORTEIRA=porteira
ARG POSTGRES=docker.io/library/postgres:18
FROM ${PORTEIRA} AS porteira

FROM ${POSTGRES}
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libatomic1 \
  && rm -rf /var/lib/apt/lists/*
COPY --from=porteira /opt/porteira /opt/porteira
WORKDIR /opt/porteira
ENV NODE_ENV=production DATA_DIR=/tmp/porteira PATH=/opt/porteira/node_modules/.bin:$PATH
# The folder of the cluster lies in one that is its server's own; what is restored gets the owner of that one.
ENTRYPOINT ["sh", "-c", "install -d -o postgres -g postgres -m 0700 /var/lib/postgresql/18 && exec node bin/porteira.js \"$@\"", "porteira"]
CMD ["--help"]
