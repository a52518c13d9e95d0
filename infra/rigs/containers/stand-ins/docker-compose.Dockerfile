FROM localhost/firsttouch-debian:forky
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends docker-compose && rm -rf /var/lib/apt/lists/*
WORKDIR /project
