#!/bin/bash
# Sends an ApiVersions request without Kafka's own tool, because the tests' jars of the tool have another release than
# the broker.
set -e
IFS=: read -r host port <<< "$2"
exec 3<> "/dev/tcp/$host/$port"
printf '\x00\x00\x00\x0b\x00\x12\x00\x00\x00\x00\x00\x01\x00\x01x' >&3
# Expect the length, the correlation id and no error code.
[ "$(head -c 10 <&3 | tail -c 6 | od -An -tx1 | tr -d ' ')" = 000000010000 ]
