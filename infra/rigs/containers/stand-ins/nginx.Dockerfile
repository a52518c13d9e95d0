FROM localhost/firsttouch-debian:forky
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends nginx wget && rm -rf /var/lib/apt/lists/*
CMD ["nginx", "-g", "daemon off;"]
