#!/bin/sh
# Part of `npm ci`: Node 26 and the install scripts of packages do not start without libatomic, and a small Debian has
# none. As root on Debian and Ubuntu it comes from apt; elsewhere a message names it.
PATH="$PATH:/usr/sbin:/sbin"
has_libatomic() { ldconfig -p | grep -q 'libatomic\.so\.1'; }

if has_libatomic; then exit 0; fi

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo 'installing libatomic1 with apt' >&2
  apt-get update -qq >/dev/null 2>&1
  DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends libatomic1 >/dev/null 2>&1
fi

if has_libatomic; then
  # npm runs this after the install scripts of optional packages, and has removed those whose script failed.
  exec npm ci
fi
echo 'Node 26, which comes with the packages, needs the system library libatomic.' >&2
echo 'Run "apt install libatomic1" as root, then "npm ci" again.' >&2
exit 1
