/** Transactions that PostgreSQL ends because of others are repeated by the server, so that no caller sees an error. */
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls, failures } from '@alcove/contract';
import type { Instance, InstanceId } from '@alcove/contract';
import { openCompany } from './index.ts';
import type { Company, Person } from './index.ts';

let company: Company;
let person: Person;
before(async () => {
  company = await openCompany();
  person = await company.person();
});
after(() => company.close());
afterEach(() => sql`drop function if exists end_it cascade`.execute(company.database));

/** Makes the next rows written into the table end their transaction, as PostgreSQL itself would. */
async function endNext(times: number, table: string, sqlstate: string): Promise<void> {
  await sql
    .raw(
      `drop sequence if exists ended; create sequence ended;
       create function end_it() returns trigger language plpgsql as $$ begin
         if nextval('ended') <= ${times} then raise exception 'ended for others' using errcode = '${sqlstate}'; end if; return new; end $$;
       create trigger end_it before insert on ${table} for each row execute function end_it()`,
    )
    .execute(company.database);
}

test('two transactions that wait for each other are both done, and the person sees neither', async () => {
  let ended = false;
  // The one that waits first is the one to be ended, unless this machine is so slow that it looks for a deadlock before there is one.
  for (let tries = 0; !ended && tries < 5; tries += 1) ended = await isEndedFor(await person.folder(`beside ${tries}`));
  assert.ok(ended, 'the server was never ended for the other');
  assert.deepEqual(company.troubles, []);
});

/** Makes a folder while another transaction waits for it. Returns false if PostgreSQL ended the other one. */
async function isEndedFor(folder: Instance): Promise<boolean> {
  let making: Promise<Instance> | undefined;
  const other = company.database.transaction().execute(async (transaction) => {
    await sql`select from space where id = ${await spaceOf(folder.instanceId)} for update`.execute(transaction);
    making = person.folder('made', folder.instanceId);
    while (!(await isWaiting())) await sleep(10);
    await sql`select from instance where id = ${folder.instanceId} for update`.execute(transaction);
  });
  const isDone = await other.then(
    () => true,
    (error: { code?: string }) => assert.equal(error.code, '40P01') ?? false,
  );
  assert.equal((await making!).instanceName, 'made');
  return isDone;
}

for (const sqlstate of ['40P01', '40001']) {
  test(`a transaction that is ended three times (${sqlstate}) is done the fourth time, once`, async () => {
    await endNext(3, 'instance', sqlstate);
    await person.folder(`three ${sqlstate}`);
    assert.equal((await person.names()).filter((name) => name === `three ${sqlstate}`).length, 1);
  });

  test(`a transaction that is ended again and again (${sqlstate}) asks to come back, and has done nothing`, async () => {
    await endNext(4, 'instance', sqlstate);
    const reply = await person.ask(calls.instance.createFolder, { parentId: person.rootId, instanceName: `four ${sqlstate}` });
    assert.deepEqual([reply.status, reply.errcode], [503, failures.CONTENDED.errcode]);
    company.troubles.length = 0;
    assert.ok(Number(reply.headers.get('retry-after')) > 0);
    assert.ok(!(await person.names()).includes(`four ${sqlstate}`));
    await person.folder(`four ${sqlstate}`);
  });

  test(`a statement outside a transaction that is ended (${sqlstate}) is sent again`, async () => {
    await endNext(3, 'instance', sqlstate);
    await person.uploads(`content ${sqlstate}`, `${sqlstate}.txt`);
    assert.deepEqual(company.troubles, []);
  });
}

const spaceOf = async (id: InstanceId): Promise<string> =>
  (await company.database.selectFrom('instance').select('space_id').where('id', '=', id).executeTakeFirstOrThrow()).space_id;

const isWaiting = async (): Promise<boolean> =>
  (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(company.database)).rows
    .length > 0;
