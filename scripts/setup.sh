# Installs the pinned Node and the dependencies of the lock file. ./start, ./test and bench/ source it in the project's folder.
NODE_VERSION=24.21.0
# Takes each text in English and in Chinese, and prints the one in the terminal's language.
case "${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}" in zh*) tell() { echo "$2" >&2; } ;; *) tell() { echo "$1" >&2; } ;; esac
stop() { tell "$1" "$2"; exit 1; }

command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 ||
  stop "Node 20 or newer with npm is needed to begin with: install it and start again." "需要先安装 Node 20 或更高版本及 npm，然后重新启动。"

# Two simultaneous starts must not install into the same tree, because npm ci empties it first. The lock of a process that has ended is taken over.
lock_install() {
  mkdir -p .node 2>/dev/null && [ -w .node ] && [ -w . ] ||
    stop "What is missing cannot be installed: this user may not write to $PWD. Start as the user whom the folder belongs to." \
      "无法安装缺少的组件：当前用户无权写入 $PWD。请用拥有该文件夹的用户启动。"
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
  # Someone ran npm by hand after the lock file last changed. npm writes its own record last, so the tree is complete.
  if ! [ -e node_modules/.installed-lock ] && [ node_modules/.package-lock.json -nt package-lock.json ]; then cp package-lock.json node_modules/.installed-lock; fi
  cmp -s package-lock.json node_modules/.installed-lock
}

if ! node_is_here || ! dependencies_are_here; then
  lock_install
  if ! node_is_here; then
    printf '{"private":true,"allowScripts":{"node":true}}\n' > .node/package.json
    tell "Installing Node $NODE_VERSION from the npm registry …" "正在从 npm 安装 Node $NODE_VERSION…"
    npm install --prefix .node --no-audit --no-fund --loglevel=error --no-package-lock "node@$NODE_VERSION" >/dev/null ||
      stop "Node $NODE_VERSION could not be installed: see the lines above. Is the npm registry reachable?" \
        "无法安装 Node $NODE_VERSION：原因见上面几行。请检查能否访问 npm。"
  fi
  PATH="$PWD/.node/node_modules/.bin:$PATH"
  if ! dependencies_are_here; then # checked again, because another start may have installed them meanwhile
    rm -f node_modules/.installed-lock
    tell "Installing PostgreSQL and the libraries from the npm registry: one to three minutes …" "正在从 npm 安装 PostgreSQL 和依赖库，需要一到三分钟…"
    npm ci --no-audit --no-fund --loglevel=error >/dev/null ||
      stop "The libraries could not be installed: see the lines above. Is the npm registry reachable?" \
        "无法安装依赖库：原因见上面几行。请检查能否访问 npm。"
    cp package-lock.json node_modules/.installed-lock
  fi
  unlock_install
fi
PATH="$PWD/.node/node_modules/.bin:$PATH"; export PATH
