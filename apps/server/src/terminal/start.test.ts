/** The first minutes of a new user, with ./start itself in a terminal. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { calls } from '@alcove/contract';
import { homeOfNewcomer, prepareStart, startAtTerminal } from '../testing/at-terminal.ts';
import { Client } from '../testing/client.ts';
import { freePort } from '../testing/server-process.ts';

const homes: string[] = [];
const newHome = (): string => {
  const home = homeOfNewcomer();
  homes.push(home);
  return home;
};
before(prepareStart);
after(() => homes.forEach((home) => rmSync(home, { recursive: true, force: true })));

const settings = (home: string, port: number, language = 'en_US.UTF-8') => ({
  HOME: home,
  LANG: language,
  ALCOVE_DATA_DIR: join(home, 'data'),
  ALCOVE_PORT: String(port),
});
/** Lines of a log, of a stack trace, or of a program whose output was not suppressed. */
const notForPeople = /^(\s*\{.*|\s+at .*|npm .*|\w*Error: .*)$/m;

function runs(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}

test('a first start that finds its port in use loses no password: the next start lets in with it, and Ctrl-C ends everything', async (t) => {
  const home = newHome();
  const blocker = createServer().listen(0, '127.0.0.1');
  t.after(() => blocker.close());
  await once(blocker, 'listening');
  const { port } = blocker.address() as { port: number };
  const refused = startAtTerminal(settings(home, port, 'zh_CN.UTF-8'));
  assert.equal(await refused.ended, 1);
  assert.match(refused.shown(), new RegExp(`^端口 ${port} 已被占用.*ALCOVE_PORT=${port + 1} \\./start$`, 'm'));
  assert.doesNotMatch(refused.shown(), notForPeople);
  const [, password] = /^请用 admin 登录，密码如下.*：(\S+)$/m.exec(refused.shown()) ?? [];
  assert.ok(password, refused.shown());

  const started = startAtTerminal(settings(home, await freePort()));
  const [, address] = await started.until(/^Alcove is ready .*: (http:\S+)\/disk\/$/m);
  await new Client(address!).call(calls.user.signIn, { username: 'admin', password });

  const twice = startAtTerminal(settings(home, await freePort()));
  assert.equal(await twice.ended, 1);
  assert.match(twice.shown(), /^Alcove is already running with the data folder .*: use that one, or stop it first \(kill \d+\)\.$/m);

  const postmaster = join(
    home,
    'data',
    readdirSync(join(home, 'data')).find((name) => /^postgres-\d+$/.test(name))!,
    'postmaster.pid',
  );
  const processId = Number(readFileSync(postmaster, 'utf8').split('\n')[0]);
  started.interrupt();
  assert.equal(await started.ended, 0);
  for (let waited = 0; runs(processId) && waited < 10_000; waited += 50) await sleep(50);
  assert.equal(runs(processId), false);
  for (const { shown } of [started, twice]) assert.doesNotMatch(shown(), notForPeople);
  assert.match(started.shown(), /Stopping \(SIGINT\) …\s*$/, 'a stop that was asked for is no trouble to be told of');
});

test('Ctrl-C while it starts leaves no PostgreSQL running and nothing half made', async () => {
  const home = newHome();
  const started = startAtTerminal(settings(home, await freePort()));
  const data = join(home, 'data');
  while (!existsSync(data) || readdirSync(data).length === 0) await sleep(5); // the database is being created
  started.interrupt();
  assert.equal(await started.ended, 0);
  assert.doesNotMatch(started.shown(), notForPeople);
  for (const name of readdirSync(data)) {
    assert.doesNotMatch(name, /making/);
    assert.equal(existsSync(join(data, name, 'postmaster.pid')), false);
  }
});
