FROM localhost/firsttouch-debian:bookworm
RUN cp /given/node/node /usr/local/bin/node && mkdir -p /usr/local/lib/node_modules \
  && cp -r /given/npm /usr/local/lib/node_modules/npm \
  && ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
  && useradd --uid 1000 --user-group --create-home node
