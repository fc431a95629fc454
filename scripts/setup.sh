# Sourced by ./start and ./test, in the project's folder: the pinned Node and the dependencies of the lock file.
NODE_VERSION=24.21.0
stop() { echo "$1" >&2; exit 1; }

command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 || stop "Node 20 or newer with npm is needed to begin with: install it and start again."

# Two starts at once must not install into one tree: npm ci begins by emptying it. The lock of a process that has ended is taken over.
lock_install() {
  mkdir -p .node
  until mkdir .node/installing 2>/dev/null; do
    holder=$(cat .node/installing/pid 2>/dev/null || true)
    if [ -n "$holder" ] && ! kill -0 "$holder" 2>/dev/null; then rm -rf .node/installing; else sleep 0.5; fi
  done
  echo $$ > .node/installing/pid
  trap 'rm -rf .node/installing' EXIT
  trap 'exit 130' INT TERM HUP
}
unlock_install() { rm -rf .node/installing; trap - EXIT INT TERM HUP; }

node_is_here() { [ -x .node/node_modules/.bin/node ] && [ "$(.node/node_modules/.bin/node -v 2>/dev/null)" = "v$NODE_VERSION" ]; }
dependencies_are_here() {
  # Installed by hand after the lock file was last changed: npm writes its own record last, so the tree is whole.
  if ! [ -e node_modules/.installed-lock ] && [ node_modules/.package-lock.json -nt package-lock.json ]; then cp package-lock.json node_modules/.installed-lock; fi
  cmp -s package-lock.json node_modules/.installed-lock
}

if ! node_is_here || ! dependencies_are_here; then
  lock_install
  if ! node_is_here; then
    printf '{"private":true,"allowScripts":{"node":true}}\n' > .node/package.json
    npm install --prefix .node --no-audit --no-fund --loglevel=error --no-package-lock "node@$NODE_VERSION" >&2 ||
      stop "Node $NODE_VERSION could not be installed: is the npm registry reachable?"
  fi
  PATH="$PWD/.node/node_modules/.bin:$PATH"
  if ! dependencies_are_here; then # asked again: another start may have done it meanwhile
    rm -f node_modules/.installed-lock
    npm ci --no-audit --no-fund --loglevel=error >&2 || stop "The dependencies could not be installed: see the lines above."
    cp package-lock.json node_modules/.installed-lock
  fi
  unlock_install
fi
PATH="$PWD/.node/node_modules/.bin:$PATH"; export PATH
