/** A lost password does not mean lost files: whoever runs the server can set a new one. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { calls, failures } from '@alcove/contract';
import { makeEmbedded } from '../database/testing.ts';
import {
  adminPassword,
  Client,
  freePort,
  freshDataFolder,
  openDatabaseOf,
  refused,
  serveEnv,
  startServer,
  stopServers,
} from '../testing/index.ts';
import type { RefusedCall } from '../testing/index.ts';

const dataDir = freshDataFolder();
after(async () => {
  stopServers();
  await rm(dataDir, { recursive: true, force: true });
});

async function serve(...words: string[]): Promise<{ code: number; said: string }> {
  const child = spawn(fileURLToPath(new URL('../../serve', import.meta.url)), words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...serveEnv, ALCOVE_DATA_DIR: dataDir, LANG: 'zh_CN.UTF-8' },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const code = await new Promise<number>((resolve) => child.once('close', (ended) => resolve(ended ?? -1)));
  return { code, said };
}
const password = (...words: string[]) => serve('reset-password', ...words);
const shownIn = (said: string): string => /^账号 admin 的新密码（仅显示这一次，请妥善保存）：(\S+)$/m.exec(said)?.[1] ?? assert.fail(said);

/** The command is a process of its own: the server hears of what it changed a moment later. */
async function isOut(client: Client): Promise<void> {
  const isIn = () => client.ask(calls.user.currentUser, {}).then(({ errcode }) => errcode === 0);
  for (let asked = 0; (await isIn()) && asked < 50; asked += 1) await sleep(100);
  await assert.rejects(client.call(calls.user.currentUser, {}), refused('SIGN_IN_NEEDED'));
}

test('a lost password is replaced beside the server and without it; who was signed in is out, and nobody waits for having guessed', async () => {
  const before = await password('admin');
  assert.equal(before.code, 2, 'where there is no data none is made');
  await makeEmbedded(dataDir);
  let server = await startServer(dataDir, await freePort());
  const signIn = async (given: string) => {
    const client = new Client(server.origin);
    await client.call(calls.user.signIn, { username: 'admin', password: given });
    return client;
  };
  const refusalOf = (given: string): Promise<number | undefined> =>
    signIn(given).then(
      () => undefined,
      (error: RefusedCall) => error.reply.errcode,
    );
  const signedIn = await signIn(adminPassword);
  await signedIn.call(calls.user.currentUser, {});
  // The first waits are shorter than a check on a slow machine takes, and each is twice as long as the one before.
  let slowed = false;
  for (let guess = 0; guess < 12 && !slowed; guess += 1) slowed = (await refusalOf(`guess ${guess}`)) === failures.SIGN_IN_SLOWED.errcode;
  assert.ok(slowed, 'who guesses has to wait');

  const { code, said } = await password('ADMIN');
  assert.equal(code, 0, said);
  const drawn = shownIn(said);
  await isOut(signedIn);
  const { mustChangePassword } = await (await signIn(drawn)).call(calls.user.currentUser, {});
  assert.ok(mustChangePassword, 'who ran the command knows the password');
  await assert.rejects(signIn(adminPassword), refused('WRONG_PASSWORD'));

  const nobody = await password('nobody');
  assert.deepEqual([nobody.code, nobody.said], [1, '没有「nobody」这个账号，未作任何更改。\n']);
  assert.equal((await password()).code, 1);
  await signIn(drawn);

  assert.equal(await server.kill('SIGTERM'), 0);
  const alone = shownIn((await password('admin')).said);
  assert.notEqual(alone, drawn);
  server = await startServer(dataDir, await freePort());
  await signIn(alone);
  await assert.rejects(signIn(drawn), refused('WRONG_PASSWORD'));
  assert.equal(await server.kill('SIGTERM'), 0);
});

test('an administrator made at the terminal can administer after choosing a password; the log tells of both commands', async () => {
  const server = await startServer(dataDir, await freePort());
  const { code, said } = await serve('create-admin', 'wanglei', '王磊');
  assert.equal(code, 0, said);
  const drawn = /^已新建管理员 wanglei，密码（仅显示这一次，请妥善保存）：(\S+)$/m.exec(said)?.[1] ?? assert.fail(said);
  const client = new Client(server.origin);
  await client.call(calls.user.signIn, { username: 'wanglei', password: drawn });
  await assert.rejects(client.call(calls.adminUser.page, {}), refused('PASSWORD_CHANGE_NEEDED'));
  await client.call(calls.user.changePassword, { oldPassword: drawn, newPassword: 'Chosen-by-wanglei-1' });
  const { items } = await client.call(calls.adminUser.page, {});
  assert.deepEqual(items.map(({ accountName, realName }) => [accountName, realName]).sort(), [
    ['admin', 'Admin'],
    ['wanglei', '王磊'],
  ]);

  const taken = await serve('create-admin', 'WANGLEI');
  assert.deepEqual([taken.code, taken.said], [1, '该账号已存在，未新建账号。\n']);
  assert.equal((await serve('create-admin', 'not an account')).code, 1);
  assert.equal((await serve('create-admin')).code, 1);

  const database = await openDatabaseOf(dataDir);
  const { rows } = await database.pool.query<{ entry: string }>(
    `select action || ' ' || object_name as entry from audit_log where actor_kind = 'system' order by id`,
  );
  assert.deepEqual(
    rows.map(({ entry }) => entry),
    ['system.resetPassword admin', 'system.resetPassword admin', 'system.createAdministrator wanglei'],
  );
  await database.stop();
  assert.equal(await server.kill('SIGTERM'), 0);
});
