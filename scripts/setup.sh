# Sourced by ./start and ./test, in the project's folder: the pinned Node and the dependencies of the lock file.
NODE_VERSION=24.21.0
stop() { echo "$1" >&2; exit 1; }

command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 || stop "Node 20 or newer with npm is needed to begin with: install it and start again."

if ! [ -x .node/node_modules/.bin/node ] || [ "$(.node/node_modules/.bin/node -v 2>/dev/null)" != "v$NODE_VERSION" ]; then
  mkdir -p .node
  printf '{"private":true,"allowScripts":{"node":true}}\n' > .node/package.json
  npm install --prefix .node --no-audit --no-fund --loglevel=error --no-package-lock "node@$NODE_VERSION" >&2 ||
    stop "Node $NODE_VERSION could not be installed: is the npm registry reachable?"
fi
PATH="$PWD/.node/node_modules/.bin:$PATH"; export PATH

if ! cmp -s package-lock.json node_modules/.installed-lock; then
  npm ci --no-audit --no-fund --loglevel=error >&2 || stop "The dependencies could not be installed: see the lines above."
  cp package-lock.json node_modules/.installed-lock
fi
