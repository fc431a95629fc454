/** Files with one content that come at the same time: whoever saves one may wait for those who change the content, but keeps nobody waiting meanwhile. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { calls } from '@alcove/contract';
import { checkFields, countDeadlocks, freshBytes, hashOf, openCompany, Upload } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

let company: Company;
before(async () => {
  company = await openCompany();
});
after(() => company.close());

/** Executes the statement and holds its locks until the returned function is called, which undoes it. */
async function holding(statement: RawBuilder<unknown>): Promise<() => Promise<void>> {
  const [held, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const undone = new Error('undone');
  const holder = company.database.transaction().execute(async (transaction) => {
    await statement.execute(transaction);
    held.resolve();
    await letGo.promise;
    throw undone;
  });
  await Promise.race([held.promise, holder]);
  return async () => {
    letGo.resolve();
    await assert.rejects(holder, undone);
  };
}

/** Checks and sends the contents. Returns what saves them. */
async function sent(by: Person, contents: readonly Buffer<ArrayBuffer>[]) {
  const whats = contents.map((bytes) => ({ name: `${hashOf('md5', bytes)}.bin`, parentId: by.rootId }));
  const checks = await by.call(calls.upload.checkUploads, { items: contents.map((bytes, at) => checkFields(bytes, whats[at]!)) });
  return Promise.all(
    checks.map(async (check, at) => {
      assert.ok(check.done && check.data.uploadflag === '3', JSON.stringify(check));
      const upload = new Upload(by, contents[at]!, whats[at]!, check.data);
      await upload.put();
      return upload.saveFields();
    }),
  );
}

const waiting = async (many: number): Promise<void> => {
  const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await waits.execute(company.database)).rows.length < many) await sleep(10);
};

test('whoever saves a content that is collected or merged meanwhile keeps nobody out of the space', async () => {
  const [person, other] = [await company.person(), await company.person()];
  const bytes = freshBytes(100);
  const [first] = await sent(person, [bytes]);
  const [second] = await sent(other, [bytes]);
  await person.call(calls.upload.upload, first!);
  const letGo = await holding(sql`update blob set unneeded_since = now() where sha256 = ${hashOf('sha256', bytes)}`);
  const saving = other.call(calls.upload.upload, second!);
  await waiting(1);
  await other.folder('beside it');
  await letGo();
  const { instanceId } = await saving;
  await company.verified();
  assert.deepEqual(await other.downloads(instanceId), bytes);
});

test('of two people who save the same contents in opposite orders, none waits for the other for ever', async () => {
  const [person, other] = [await company.person(), await company.person()];
  const contents = Array.from({ length: 9 }, () => freshBytes(100));
  const sets = [
    { by: person, items: await sent(person, contents) },
    { by: other, items: await sent(other, contents.toReversed()) },
  ];
  const before = await countDeadlocks(company.database);
  const [middle] = contents.slice(4);
  // Somebody else is about to save the content in the middle of both, so each of the two has its first ones by then.
  const letGo = await holding(sql`
    insert into blob (id, size, md5, sha256, verified_at)
    values (gen_random_uuid(), ${middle!.length}, ${hashOf('md5', middle!)}, ${hashOf('sha256', middle!)}, now())`);
  const saving = Promise.all(sets.map(({ by, items }) => by.call(calls.upload.uploads, { items })));
  await waiting(2);
  await letGo();
  for (const answers of await saving) assert.ok(answers.every(({ done }) => done), JSON.stringify(answers)); // prettier-ignore
  assert.equal(await countDeadlocks(company.database), before);
});
