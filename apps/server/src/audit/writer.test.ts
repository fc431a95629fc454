/** The writer of reads and refusals: many requests share a commit, none is lost or written twice, and a full line refuses. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls, failures } from '@alcove/contract';
import { openAlcove } from '../alcove.ts';
import { readConfig } from '../config.ts';
import { newId } from '../ids.ts';
import { adminPassword, openCompany, Person, plansOf, statementsOf } from '../testing/index.ts';
import type { Company } from '../testing/index.ts';
import { findNames, insertEntries, insertNamed, insertTogether } from './audit-queries.ts';
import { entriesOf } from './audit.test-support.ts';
import type { LoggedObject } from './entry.ts';
import { factsOfSystem } from './request-facts.ts';
import { openWriter } from './writer.ts';

let company: Company;
before(async () => {
  company = await openCompany();
});
after(() => company.close());

const facts = factsOfSystem('system.emptyBin');
const quiet = { error: () => {} };
const one = (result = 0, key = 'x'): LoggedObject[] => [{ kind: 'setting', id: null, key, result }];

test('requests that come at once share a statement, and each is answered after its entry is there', async () => {
  const asked = await statementsOf(company.database, async (database) => {
    const writer = openWriter(database, quiet);
    const answers = Array.from({ length: 100 }, () => writer.durably({ facts, objects: one() }));
    await Promise.all(answers);
    await writer.stop();
  });
  assert.ok(asked.length <= 2, `${asked.length} statements`);
});

test('one entry that cannot be stored refuses only its request', async () => {
  const writer = openWriter(company.database, quiet);
  const left = await entriesOf(
    company.database,
    async () => {
      const bad = { facts, objects: [{ kind: 'item' as const, id: 'no uuid', result: 0 }] };
      const answers = await Promise.allSettled([
        writer.durably({ facts, objects: one() }),
        writer.durably(bad),
        writer.durably({ facts, objects: one() }),
        writer.soon(bad),
        writer.soon({ facts, objects: one() }),
      ]);
      assert.deepEqual(
        answers.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
      );
      await writer.stop();
    },
    0,
  );
  assert.equal(left.length, 3);
  assert.deepEqual(writer.state(), { waiting: 0, failed: 2 });
});

test('what waits when the server stops is written', async () => {
  const writer = openWriter(company.database, quiet);
  const left = await entriesOf(
    company.database,
    async () => {
      for (let n = 0; n < 1200; n += 1) await writer.soon({ facts, objects: one(n) });
      await writer.stop();
    },
    0,
  );
  assert.equal(left.length, 1200);
});

test('no more wait than the line holds: further requests are refused, and none of those before is lost', async () => {
  const writer = openWriter(company.database, quiet);
  const objects = Array.from({ length: 2000 }, () => one()[0]!);
  const left = await entriesOf(
    company.database,
    async () => {
      const answers = await Promise.allSettled(Array.from({ length: 8 }, () => writer.durably({ facts, objects })));
      assert.deepEqual(
        answers.map(({ status }) => status === 'fulfilled'),
        [true, true, true, true, true, false, false, false],
      );
    },
    0,
  );
  assert.equal(left.length, 10_000);
  await writer.stop();
});

test('while the log cannot be written, reads are refused, and refusals wait until it can', async () => {
  const writer = openWriter(company.database, quiet);
  const left = await entriesOf(company.database, async () => {
    await company.database.transaction().execute(async (transaction) => {
      await sql`lock table audit_log in access exclusive mode`.execute(transaction);
      await writer.soon({ facts, objects: one() });
      await assert.rejects(writer.durably({ facts, objects: one(0, 'a read') }), /UNAVAILABLE/);
    });
    await writer.stop();
  });
  assert.deepEqual(
    left.map(({ object_name: name }) => name),
    ['x'],
  );
});

test('2,000 objects are one statement, before and after a change', async () => {
  const objects = Array.from({ length: 2000 }, () => ({ kind: 'item' as const, id: newId(), result: 0 }));
  const asked = await statementsOf(company.database, async (database) => {
    const names = await findNames(database, objects);
    await insertNamed(database, facts, objects, names);
    await insertEntries(database, facts, objects);
  });
  assert.equal(asked.length, 3);
});

test('no statement of the log reads a whole table', async () => {
  const plans = await plansOf(company.database, async (database) => {
    await insertEntries(database, facts, one());
    await insertTogether(database, [{ facts, objects: one() }]);
    await findNames(database, one());
  });
  for (const { plan } of plans) assert.doesNotMatch(plan, /Seq Scan/, plan);
});

test('two servers write to one log, each its own entries', async () => {
  const settings = { DATABASE_URL: company.databaseUrl, ALCOVE_ADMIN_PASSWORD: adminPassword };
  const config = { ...readConfig(settings), store: company.storeConfig };
  const second = await openAlcove(config, company.logger, { administratorMade: () => {} });
  try {
    const person = await company.person();
    const there = new Person(await second.app.listen({ host: '127.0.0.1', port: 0 }), person.accountName, person);
    for (const [name, value] of person.cookies) there.cookies.set(name, value);
    const { instanceId } = await person.uploads('both', 'both.txt');
    const left = await entriesOf(company.database, async () => {
      for (let n = 0; n < 8; n += 1) {
        const fields = { parentId: person.rootId, instanceName: `of two ${n}` };
        const folders = await Promise.all([person, there].map((who) => who.ask(calls.instance.createFolder, fields)));
        assert.deepEqual(folders.map(({ errcode }) => errcode).sort(), [0, failures.NAME_TAKEN.errcode]);
        await Promise.all([person, there, person, there].map((who) => who.call(calls.download.download, { instanceId })));
      }
    });
    const count = (action: string, refused: boolean) =>
      left.filter((entry) => entry.action === action && (entry.result !== 0) === refused).length;
    assert.deepEqual(
      [count('instance.createFolder', false), count('instance.createFolder', true), count('instance.download', false)],
      [8, 8, 32],
    );
  } finally {
    await second.close();
  }
});
