#!/bin/bash
# The broker's own tool is of another release than the jars that the tests have: this sends the same question, ApiVersions.
set -e
IFS=: read -r host port <<< "$2"
exec 3<> "/dev/tcp/$host/$port"
printf '\x00\x00\x00\x0b\x00\x12\x00\x00\x00\x00\x00\x01\x00\x01x' >&3
# Its length, the number of the question, and no error.
[ "$(head -c 10 <&3 | tail -c 6 | od -An -tx1 | tr -d ' ')" = 000000010000 ]
