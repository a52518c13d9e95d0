FROM localhost/firsttouch-debian:bookworm
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends openjdk-17-jre-headless && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 1000 --user-group --create-home appuser \
  && mkdir -p /opt/kafka/bin /var/lib/kafka/data && cp -r /given/jars /opt/kafka/libs && chown -R appuser /var/lib/kafka
COPY kafka.sh /opt/kafka/start.sh
COPY kafka-api-versions.sh /opt/kafka/bin/kafka-broker-api-versions.sh
RUN chmod 755 /opt/kafka/bin/kafka-broker-api-versions.sh
USER appuser
VOLUME /var/lib/kafka/data
CMD ["sh", "/opt/kafka/start.sh"]
