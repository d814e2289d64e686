#!/bin/sh
# Runs after `npm ci`: Node 26, which comes with the packages, does not start without libatomic, and a small Debian has
# none. As root on Debian and Ubuntu it comes from apt; elsewhere a message names it.
if node --version >/dev/null 2>&1; then exit 0; fi

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo 'installing libatomic1 with apt' >&2
  apt-get update -qq >/dev/null 2>&1
  DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends libatomic1 >/dev/null 2>&1
fi

if node --version >/dev/null 2>&1; then exit 0; fi
echo 'Node 26, which comes with the packages, does not start:' >&2
node --version >&2
echo 'Run "apt install libatomic1" as root, then "npm ci" again.' >&2
exit 1
