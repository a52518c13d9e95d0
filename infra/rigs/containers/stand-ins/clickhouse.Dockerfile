FROM localhost/firsttouch-whole:1.0.0
USER root
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends wget && rm -rf /var/lib/apt/lists/* \
  && mkdir -p infra/rigs /var/lib/clickhouse && cp -r /given/scripts/* infra/rigs/
CMD ["node", "infra/rigs/containers/stand-ins/clickhouse.ts"]
