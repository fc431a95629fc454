/** Administrators who may view the log learn whether it is intact; a running server says it with its jobs alone. */
import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import { runCommand } from '../commands.ts';
import { terminalTexts } from '../terminal/index.ts';
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

/** `serve verify-log` beside the running server. */
async function verifies(language: string, ...options: string[]): Promise<{ code: number; said: string }> {
  const { storeConfig: store, databaseUrl } = company;
  assert.ok(store.kind === 'disk');
  const said: string[] = [];
  const code = await runCommand(['verify-log', ...options], {
    env: { DATABASE_URL: databaseUrl, ALCOVE_DATA_DIR: dirname(store.folder) },
    say: (line) => void said.push(line),
    texts: terminalTexts({ LANG: language }),
    interruption: () => new AbortController().signal,
  });
  return { code, said: said.join('\n') };
}

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
  // The command names it in words, and by its exit code; what was accepted is said for ever.
  const [chinese, english] = [await verifies('zh_CN.UTF-8'), await verifies('en_US.UTF-8')];
  assert.deepEqual([chinese.code, english.code], [1, 1], english.said);
  assert.match(chinese.said, new RegExp(`审计日志第 ${check.sealedTo} 号记录`));
  assert.match(english.said, new RegExp(`^Entry ${check.sealedTo} of the audit log is not the one that was written`));
  const accepted = await verifies('en_US.UTF-8', '--accept');
  assert.equal(accepted.code, 0, accepted.said);
  const again = await verifies('en_US.UTF-8');
  assert.deepEqual([again.code, again.said.includes(`(changed, entry ${check.sealedTo})`)], [0, true], again.said);
  const metrics = await (await fetch(`${company.origin}/metrics`)).text();
  assert.match(metrics, /^alcove_log_sealed_seconds \d+$/m);
  assert.match(metrics, /^alcove_log_faults_total \d+$/m);
});

test('nobody else learns it', async () => {
  const person = await company.person();
  await assert.rejects(person.call(calls.adminLog.verify, {}), refused('NOT_ALLOWED'));
});
