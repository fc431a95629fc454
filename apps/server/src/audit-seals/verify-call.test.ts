/** Administrators who may view the log learn whether it is intact; a running server says it with its jobs alone. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import { adminPassword, openCompany, refused } from '../testing/index.ts';
import type { Client, Company } from '../testing/index.ts';
import { compareSome } from './watch.ts';
import { sealDue } from './write-seals.ts';

let company: Company;
let admin: Client;
before(async () => {
  company = await openCompany();
  admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
});
after(() => company.close());

test('the running server chains the log; once it is sealed the call says so, and names what was changed since', async () => {
  assert.equal((await admin.call(calls.adminLog.verify, {})).state, 'unsealed');
  const deps = { database: company.database, store: company.store, logger: company.logger };
  let outcome = await sealDue(deps, { leastAgeMs: -60_000 });
  for (; outcome.kind !== 'sealed'; outcome = await sealDue(deps, { leastAgeMs: -60_000 }))
    await new Promise((resolve) => setTimeout(resolve, 50));
  await compareSome(deps);
  const check = await admin.call(calls.adminLog.verify, {});
  assert.deepEqual([check.state, check.fault], ['intact', null]);
  assert.ok(check.sealedTo > 0 && check.checkedTo >= check.sealedTo && check.sealedTime !== null && check.checkedTime !== null);
  await company.database.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    await sql`update audit_log set actor_name = 'somebody else' where id = ${check.sealedTo}`.execute(transaction);
  });
  await compareSome(deps);
  const { state, fault } = await admin.call(calls.adminLog.verify, {});
  assert.deepEqual([state, fault], ['fault', { kind: 'changed', entry: check.sealedTo }]);
  const metrics = await (await fetch(`${company.origin}/metrics`)).text();
  assert.match(metrics, /^alcove_log_sealed_seconds \d+$/m);
  assert.match(metrics, /^alcove_log_faults_total \d+$/m);
});

test('nobody else learns it', async () => {
  const person = await company.person();
  await assert.rejects(person.call(calls.adminLog.verify, {}), refused('NOT_ALLOWED'));
});
