# The daemon in a container, as an unprivileged user:
#   docker build -t postern .
#   docker run -v ./config:/home/postern/config -v postern-var:/home/postern/var postern
# The base is named by its digest, so that the same build gives the same system. For a newer one write the digest that
#   docker buildx imagetools inspect python:3.11-slim-bookworm
# shows in its second line.
FROM python:3.11-slim-bookworm@sha256:a36c24f9cbdf4fd0f52d67f0823eeac19c2028c637cecc392d97f980d4fec56b

# pg_dump and pg_restore for backups of a PostgreSQL database; they must not be older than its server.
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client && rm -rf /var/lib/apt/lists/*
RUN useradd --create-home --uid 10001 postern
WORKDIR /home/postern

# Dask is in the lock, too: the same image is daemon, scheduler and worker (config/compose.yaml).
COPY requirements.lock .
RUN pip install --no-cache-dir --require-hashes -r requirements.lock

COPY pyproject.toml README.md ./
COPY src ./src
COPY templates ./templates
RUN pip install --no-cache-dir --no-deps --no-build-isolation . \
    && mkdir var && chown postern:postern var

USER postern
VOLUME ["/home/postern/config", "/home/postern/var"]
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=60s --timeout=20s --start-period=60s \
    CMD ["postern", "health", "--config", "config/postern.toml"]
ENTRYPOINT ["postern"]
CMD ["serve", "--config", "config/postern.toml"]
