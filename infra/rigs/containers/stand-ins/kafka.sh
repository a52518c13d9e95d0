# Turns environment variables into settings, as the official image does: KAFKA_LOG_DIRS is log.dirs.
set -e
env | grep '^KAFKA_' | grep -v '^KAFKA_HEAP_OPTS=' | while IFS='=' read -r name value; do
  echo "$(echo "${name#KAFKA_}" | tr 'A-Z_' 'a-z.')=$value"
done > /tmp/server.properties
java -Xmx128m -cp '/opt/kafka/libs/*' kafka.tools.StorageTool format --ignore-formatted \
  --cluster-id=5L6g3nShT-eMCtK--X86sw -c /tmp/server.properties > /dev/null
# shellcheck disable=SC2086
exec java $KAFKA_HEAP_OPTS -XX:+UseSerialGC -Dorg.slf4j.simpleLogger.defaultLogLevel=warn -cp '/opt/kafka/libs/*' kafka.Kafka /tmp/server.properties
