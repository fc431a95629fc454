/**
 * Kills the server with SIGKILL at the commit of a change of a role: of a file role and of a company role. The role is as before or as asked,
 * never between, the same process or another; and the request that is sent again is answered as if nothing had happened.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { calls, defaultRoleItems, employeeItems, itemsInOrder } from '@alcove/contract';
import type { Call, PermissionItem } from '@alcove/contract';
import { openTestDatabase } from '../database/testing.ts';
import type { TestDatabase } from '../database/testing.ts';
import { adminPassword, Client, freePort, freshDataFolder, openCutLine, startServer, stopServers, turnOf } from '../testing/index.ts';
import type { CutLine, ServerProcess } from '../testing/index.ts';

const answerKept = 'update "request_answer"';

const dataDir = freshDataFolder();
let opened: TestDatabase;
let line: CutLine;
let server: ServerProcess;
let port: number;
let admin: Client;

const start = (): Promise<ServerProcess> => startServer(dataDir, port, { env: { DATABASE_URL: line.url } });
before(async () => {
  opened = await openTestDatabase();
  line = await openCutLine(opened.url);
  port = await freePort();
  server = await start();
  admin = new Client(server.origin);
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
});
after(async () => {
  assert.equal(await server.kill('SIGTERM'), 0);
  stopServers();
  await line.close();
  await opened.stop();
  await rm(dataDir, { recursive: true, force: true });
});

interface Changed {
  call: Call;
  fields: unknown;
  /** The items before and after. */
  from: readonly PermissionItem[];
  to: readonly PermissionItem[];
  now(): Promise<readonly PermissionItem[]>;
  /** The last statement before the commit. */
  last: string;
  key: Record<string, string>;
}

async function fileRole(key: Record<string, string>, last: string): Promise<Changed> {
  const now = async () =>
    (await opened.kysely.selectFrom('file_role').select('items').where('role', '=', 'reader').executeTakeFirstOrThrow()).items;
  const from = await now();
  const to = itemsInOrder(from.includes('comment') ? defaultRoleItems.reader : [...defaultRoleItems.reader, 'comment', 'tag']);
  return { call: calls.adminFileRole.update, fields: { role: 'reader', items: to, before: from }, from, to, now, last, key };
}

const newKey = (): Record<string, string> => ({ 'idempotency-key': randomUUID() });
const roles: Record<string, () => Promise<Changed>> = {
  'a file role': () => fileRole(newKey(), answerKept),
  'a file role, by somebody who sends no key': () => fileRole({}, 'update "file_role"'),
  async 'a company role'() {
    const { id, name } = await opened.kysely
      .selectFrom('role')
      .select(['id', 'name'])
      .where('built_in', '=', 'employee')
      .executeTakeFirstOrThrow();
    const now = async () =>
      (await opened.kysely.selectFrom('role').select('file_items').where('id', '=', id).executeTakeFirstOrThrow()).file_items;
    const from = await now();
    const to = itemsInOrder(from.includes('tag') ? employeeItems.filter((item) => item !== 'tag' && item !== 'copy') : employeeItems);
    const fields = { roleId: id, name, type: 'ordinary', adminItems: [], fileItems: to };
    return { call: calls.adminRole.update, fields, from, to, now, last: answerKept, key: newKey() };
  },
};

/** Each kind of role at one of the two moments with each commit, both moments in each run, and each pair in time. */
for (const [nth, [which, make]] of Object.entries(roles).entries())
  for (const when of turnOf(['before', 'after'] as const, 2, nth))
    test(`killed right ${when} the commit of a change of ${which}: done or not done, and asked again the answer is right`, async () => {
      const { call, fields, from, to, now, last, key } = await make();
      const standing = line.pauseAt([{ from: last, statement: 'commit', when }]);
      const answer = admin.ask(call, fields, key).catch(() => null);
      await standing.held(1);
      assert.equal(await server.kill('SIGKILL'), 'SIGKILL');
      line.mend();
      assert.equal(await answer, null);
      server = await start();
      assert.deepEqual(await now(), when === 'before' ? from : to);
      for (let times = 0; times < 2; times += 1) {
        const again = await admin.ask(call, fields, key);
        assert.equal(again.errcode, 0, again.errmsg);
        assert.deepEqual(await now(), to);
      }
    });
