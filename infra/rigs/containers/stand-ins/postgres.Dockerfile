FROM localhost/firsttouch-debian:forky
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql-18 && rm -rf /var/lib/apt/lists/* /var/lib/postgresql/18
ENV PATH=/usr/lib/postgresql/18/bin:/usr/local/bin:/usr/bin:/bin PGDATA=/var/lib/postgresql/18/docker
COPY postgres.sh /usr/local/bin/docker-entrypoint.sh
STOPSIGNAL SIGINT
ENTRYPOINT ["sh", "/usr/local/bin/docker-entrypoint.sh"]
CMD ["postgres"]
