/**
 * A program that a hostile file has taken over tries every known way out, with the real sandbox, the real database and the real server's
 * files.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runningEmbedded } from '../database/embedded-access.ts';
import { openDatabase } from '../database/index.ts';
import type { Database } from '../database/index.ts';
import { isRoot } from '../reserved-users.ts';
import { openConfinement } from './index.ts';
import type { Outcome, Task } from './index.ts';

const MiB = 2 ** 20;
const confinement = openConfinement({ atOnce: 4 });
let root: string;
let database: Database;
before(async () => {
  root = mkdtempSync(join(tmpdir(), 'alcove-hostile-'));
  chmodSync(root, 0o711);
  writeFileSync(join(root, 'secret'), 'secret of the server', { mode: 0o644 }); // not even files that others may read
  database = await openDatabase({ database: { kind: 'embedded', folder: join(root, 'postgres') }, poolSize: 2 });
});
after(async () => {
  await confinement.stop();
  await database.stop();
  rmSync(root, { recursive: true, force: true });
});

/** The temporary folders of all runs. */
const folders = new Set<string>();
const limits = { timeoutMs: 30_000, cpuSeconds: 20, memoryBytes: 512 * MiB, outputBytes: 64 * MiB };
const runs = (program: string, args: readonly string[], over: Partial<Task<string>> = {}): Promise<Outcome<string>> =>
  confinement.run({
    program,
    args: () => args,
    prepare: async (folder) => void folders.add(folder),
    collect: async (_folder, output) => output.toString(),
    limits,
    ...over,
  });
const shell = (script: string, over: Partial<Task<string>> = {}): Promise<Outcome<string>> => runs('sh', ['-c', script], over);
const python = (script: string, over: Partial<Task<string>> = {}): Promise<Outcome<string>> =>
  runs('/usr/bin/python3', ['-c', script], over);

async function said(outcome: Promise<Outcome<string>>): Promise<string> {
  const ended = await outcome;
  assert.equal(ended.kind, 'done', JSON.stringify(ended));
  return (ended as { result: string }).result.trim();
}

test('cells are what programs are put into here', async () => {
  assert.deepEqual(await confinement.state(), { kind: 'cells' });
});

test('the database is not to be had: not by its socket, its secret, its files or its processes', async () => {
  const { host, password } = runningEmbedded(join(root, 'postgres'))!;
  const paths = [host, join(host, '.s.PGSQL.5432'), `${root}/postgres-18.secret`, `${root}/postgres-18/pg_hba.conf`, '/run', root];
  assert.equal(await said(shell(`for path in ${paths.join(' ')}; do [ -e $path ] && echo there is $path; done; true`)), '');
  const connects = `
import socket
s = socket.socket(socket.AF_UNIX)
try:
  s.connect('${host}/.s.PGSQL.5432'); print('let in')
except OSError as error: print(type(error).__name__)`;
  assert.equal(await said(python(connects)), 'FileNotFoundError');
  assert.match(password, /^[0-9a-f]{64}$/);
  assert.doesNotMatch(await said(shell('cat /proc/*/cmdline /proc/*/environ 2>/dev/null | tr "\\0" " "')), /postgres|alcove\.owner/);
});

test('nothing of the server is to be had: files, data, environment, processes', async () => {
  process.env['ALCOVE_SECRET_OF_TEST'] = 'do not tell';
  const script = `cat ${root}/secret /etc/shadow /etc/passwd /proc/${process.pid}/environ /proc/1/environ 2>/dev/null | tr '\\0' ' '; ls ${process.cwd()} 2>/dev/null; ls /root /home /var/lib /opt 2>/dev/null; cat /proc/[0-9]*/comm | sed 's/^/runs /'`;
  const found = await said(shell(script));
  delete process.env['ALCOVE_SECRET_OF_TEST'];
  assert.doesNotMatch(found, /secret of the server|root:x|do not tell|runs node|package\.json/);
});

test('no network: neither the machine’s addresses nor names, and no families but that of its own pipes', async () => {
  const server = createServer((socket) => socket.end('reached')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const { port } = server.address() as AddressInfo;
  const tries = `
import socket
for family, kind in [(socket.AF_INET, socket.SOCK_STREAM), (socket.AF_INET6, socket.SOCK_DGRAM), (socket.AF_NETLINK, socket.SOCK_RAW), (socket.AF_PACKET, socket.SOCK_RAW), (socket.AF_VSOCK, socket.SOCK_STREAM)]:
  try:
    s = socket.socket(family, kind)
    if family == socket.AF_INET: s.connect(('127.0.0.1', ${port}))
    print('opened', family)
  except OSError as error: print(error.errno)
s = socket.socket(socket.AF_UNIX)
try:
  s.connect('\\0/tmp/.X11-unix/X0'); print('abstract')
except OSError as error: print('closed')`;
  assert.deepEqual((await said(python(tries))).split('\n'), ['97', '97', '97', '97', '97', 'closed']);
  server.close();
});

test('another run is not to be had: neither its folder nor its processes', async () => {
  let folder = '';
  const victim = shell('sleep 2; cat made', {
    prepare: async (own) => writeFileSync(join((folder = own), 'made'), 'mine', { mode: 0o644 }),
  });
  while (folder === '') await new Promise((resolve) => setTimeout(resolve, 10));
  const attack = `kill -9 -1; ls ${tmpdir()} | grep alcove; echo forged > ${folder}/made; true`;
  const own = await said(shell(`exec 2>/dev/null; ${attack}`));
  assert.doesNotMatch(own, /alcove/);
  assert.equal(await said(victim), 'mine');
});

test('each run is another user of the machine, none of them one that something else is', { skip: !isRoot() }, async () => {
  const uids = await Promise.all([1, 2, 3].map(() => said(shell('id -u; sleep 0.5'))));
  assert.equal(new Set(uids).size, 3);
  for (const uid of uids) assert.ok(Number(uid) >= 60_707 && Number(uid) <= 61_183, uid);
});

test('nothing is writable but its own folder', async () => {
  const places = '/ /etc /usr /var/tmp /dev /dev/shm /proc/sys/kernel /run /home /mnt';
  assert.equal(await said(shell(`for place in ${places}; do touch $place/left 2>/dev/null && echo $place; done; true`)), '');
  assert.equal(await said(shell('touch /tmp/left ~/other && ls')), 'left\nother');
});

test('it gets no rights, by no program of another user’s and by no file of its own', async () => {
  const status = await said(shell('cat /proc/self/status'));
  assert.match(status, /NoNewPrivs:\s*1/);
  assert.match(status, /Seccomp:\s*2/);
  for (const set of ['Inh', 'Prm', 'Eff', 'Bnd', 'Amb']) assert.match(status, new RegExp(`Cap${set}:\\s*0+\\n`));
  assert.equal(await said(shell('cp /bin/sh s; chmod 6755 s; ./s -c "id -u" > a; id -u > b; cmp a b && echo same')), 'same');
});

test('system calls that ways out were made of are refused', async () => {
  const column = process.arch === 'arm64' ? 1 : 0;
  const calls: Record<string, [number, number]> = {
    ptrace: [101, 117],
    mount: [165, 40],
    bpf: [321, 280],
    unshare: [272, 97],
    setns: [308, 268],
    keyctl: [250, 219],
    userfaultfd: [323, 282],
    perf_event_open: [298, 241],
    io_uring_setup: [425, 425],
    memfd_create: [319, 279],
    open_by_handle_at: [304, 265],
    fsopen: [430, 430],
  };
  const clone = column === 1 ? 220 : 56;
  const script = `
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
def errno(*args):
  ctypes.set_errno(0)
  return ctypes.get_errno() if libc.syscall(*[ctypes.c_long(each) for each in args]) < 0 else 'done'
for number in [${Object.values(calls).map((numbers) => numbers[column])}]: print(errno(number, 0, 0, 0, 0, 0))
print(errno(435, 0, 0), errno(${clone}, 0x10000000 | 17, 0, 0, 0, 0))`;
  const answers = (await said(python(script))).split('\n');
  assert.deepEqual(
    Object.fromEntries(Object.keys(calls).map((name, index) => [name, answers[index]])),
    Object.fromEntries(Object.keys(calls).map((name) => [name, '1'])),
  );
  assert.equal(answers.at(-1), '38 1');
});

test('a fork bomb ends at its limit, and with its run', async () => {
  const outcome = await shell('bomb() { bomb | bomb & }; bomb; sleep 60', {
    limits: { ...limits, timeoutMs: 1500, memoryBytes: 4096 * MiB },
  });
  assert.equal(outcome.kind, 'tooLong');
  const many = `
import os, time
made = 0
try:
  while made < 5000:
    if os.fork() == 0: time.sleep(30); os._exit(0)
    made += 1
except OSError: pass
print(made)`;
  assert.ok(Number(await said(python(many, { limits: { ...limits, memoryBytes: 4096 * MiB } }))) < 200);
});

test('many processes that each keep within their limit do not take the machine’s memory together', async () => {
  const bomb = `
import os, time
for n in range(15):
  if os.fork() == 0: break
held = bytearray(100 * 2**20)
for at in range(0, len(held), 4096): held[at] = 1
time.sleep(300)`;
  // Not `tooLong`, as if they had lived on.
  assert.equal((await python(bomb, { limits: { ...limits, timeoutMs: 90_000 } })).kind, 'failed');
});

test('what it exchanges for a link after its end, or leaves behind to do so, is never followed', async () => {
  const swaps = `
import os, sys, time
open('output', 'w').write('honest')
if os.fork() == 0:
  os.setsid()
  for fd in (0, 1, 2): os.close(fd)
  while True:
    try:
      os.symlink('${root}/secret', 'link'); os.rename('link', 'output')
      open('file', 'w').write('honest'); os.rename('file', 'output')
    except OSError: pass`;
  for (let n = 0; n < 10; n += 1) {
    const outcome = await python(swaps, { collect: (folder) => readFile(join(folder, 'output'), 'utf8').catch(() => 'none') });
    assert.match((outcome as { result: string }).result, /^(honest|none|)$/);
  }
});

test('it is given nothing that the server holds open', async () => {
  const held = openSync(join(root, 'secret'), 'r');
  assert.doesNotMatch(await said(shell('ls -l /proc/self/fd')), /hostile|bpf|secret/);
  closeSync(held);
});

test('nor what whoever started the server left open, whichever number it has', async () => {
  const held = openSync(join(root, 'secret'), 'r');
  const read = (fd: number) => `python3 -c 'import os; print(os.read(${fd}, 100))' 2>&1 | tail -n 1`;
  const server = `
    const { openConfinement } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)});
    const confinement = openConfinement({ atOnce: 1 });
    const outcome = await confinement.run({
      program: 'sh', args: () => ['-c', ${JSON.stringify(`${read(9)}; ${read(100)}`)}],
      collect: async (_folder, output) => output.toString(), limits: ${JSON.stringify(limits)},
    });
    await confinement.stop();
    console.log(JSON.stringify(outcome));`;
  const stdio = Array.from({ length: 101 }, (_, fd) =>
    fd === 9 || fd === 100 ? held : fd === 1 ? 'pipe' : fd === 2 ? 'inherit' : 'ignore',
  );
  const child = spawn(process.execPath, ['--input-type=module', '-e', server], { stdio });
  let output = '';
  for await (const chunk of child.stdout!) output += String(chunk);
  closeSync(held);
  const outcome = JSON.parse(output) as { kind: string; result: string };
  assert.equal(outcome.kind, 'done', output);
  assert.doesNotMatch(outcome.result, /secret/);
});

test('nothing of all that is left: no process, no folder of ours, and the database answers', async () => {
  const live: string[] = [];
  for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name)))
    if ((await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')).includes(`${root}/secret`)) live.push(id);
  assert.deepEqual(live, []);
  assert.ok(folders.size > 0);
  for (const folder of folders) assert.equal(existsSync(folder), false);
  assert.deepEqual((await database.pool.query('select 1 as one')).rows, [{ one: 1 }]);
});
