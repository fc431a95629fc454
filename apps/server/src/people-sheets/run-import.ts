import type { Kysely, Transaction } from 'kysely';
import { calls } from '@alcove/contract';
import type { AnswerOf } from '@alcove/contract';
import { enter, enterAs, factsOfTask } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { shareLockDepartments } from '../departments/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { createPeople } from '../identity/index.ts';
import { newId } from '../ids.ts';
import { mapInTurns } from '../in-turns.ts';
import { addRoles, administer, findRoles } from '../roles/index.ts';
import type { AdminRole } from '../roles/index.ts';
import { personSearchText } from '../search-text.ts';
import { createTask, taskKind } from '../tasks/index.ts';
import type { TaskKind, TaskRun } from '../tasks/index.ts';
import type { PeopleSheetsDeps } from './deps.ts';
import { findWaiting, lockImport, setRun, settleRows } from './import-queries.ts';
import type { WaitingRow } from './import-queries.ts';
import { whyInactive } from './people-queries.ts';
import { faultSince } from './row-rules.ts';
import { importTask } from './task-kind.ts';
import type { BatchOutcome } from './task-kind.ts';

/** The accounts of one transaction. Meanwhile nobody else changes accounts or roles, so it takes less than a second. */
const batchRows = 500;

/**
 * Creates the task that imports a checked sheet. A sheet is imported once: asked again, it answers with the same task. Throws
 * IMPORT_NOT_FOUND, IMPORT_NOBODY_VALID, TASKS_TOO_MANY.
 */
export async function startImport(
  { database, wake }: PeopleSheetsDeps,
  { checkId }: { checkId: string },
  { userId }: Caller,
): Promise<AnswerOf<typeof calls.adminUser.importRun>> {
  const taskId = await database.transaction().execute(async (transaction) => {
    const found = await lockImport(transaction, userId, checkId);
    if (!found) throw new Failure('IMPORT_NOT_FOUND');
    if (found.taskId !== null) return found.taskId;
    if (found.valid === 0) throw new Failure('IMPORT_NOBODY_VALID');
    const input = { checkId, fileName: found.fileName };
    const created = await createTask(transaction, importTask, { ownerId: userId, input, total: found.valid });
    await setRun(transaction, checkId, created);
    await enter(transaction, [{ kind: 'task', id: created }]);
    return created;
  });
  wake('work on tasks');
  return { taskId };
}

export const taskKinds = ({ database }: Pick<PeopleSheetsDeps, 'database'>): TaskKind[] => [
  taskKind(importTask, (run) => importPeople(database, run)),
];

/**
 * Imports the rows in batches, each in the transaction that stores its progress. Rows that became wrong since the check get a problem and
 * are skipped. Throws IMPORT_NOT_FOUND, and USER_FROZEN, USER_EXPIRED or IMPORT_RIGHT_ENDED as soon as the importer may not import anymore.
 */
async function importPeople(database: Kysely<Tables>, run: TaskRun<{ checkId: string }, BatchOutcome>): Promise<void> {
  const { checkId } = run.input;
  let after = run.outcomes.at(-1)?.lastRow ?? 0;
  for (let index = run.outcomes.length; ; index += 1) {
    const waiting = await findWaiting(database, checkId, after, batchRows);
    if (!waiting) throw new Failure('IMPORT_NOT_FOUND');
    const lastRow = waiting.at(-1)?.row;
    if (lastRow === undefined) return;
    const rows = await mapInTurns(waiting, async (one) => ({ ...one, searchText: await personSearchText(one.person) }));
    run.begin(index);
    await asImporter(database, run.ownerId, async (transaction, own) => {
      const { userIds, ...counted } = await importRows(transaction, own, checkId, rows);
      const people = userIds.map((id) => ({ kind: 'person' as const, id }));
      await enterAs(transaction, factsOfTask(calls.adminUser.importRun, run.ownerId), people);
      await run.advance(rows.length);
      await run.finish(transaction, index, { lastRow, ...counted });
    });
    after = lastRow;
  }
}

/** The importer's rights, as they are now. */
export async function asImporter<Answer>(
  database: Kysely<Tables>,
  userId: string,
  work: (transaction: Transaction<Tables>, own: readonly AdminRole[]) => Promise<Answer>,
): Promise<Answer> {
  let began = false;
  try {
    return await administer(database, { userId }, 'people.import', async (transaction, own) => {
      began = true;
      const inactive = await whyInactive(transaction, userId);
      if (inactive) throw new Failure(inactive);
      return work(transaction, own);
    });
  } catch (error) {
    throw !began && error instanceof Failure && error.code === 'NOT_ALLOWED' ? new Failure('IMPORT_RIGHT_ENDED', {}, error) : error;
  }
}

async function importRows(
  transaction: Transaction<Tables>,
  own: readonly AdminRole[],
  checkId: string,
  rows: readonly (WaitingRow & { searchText: string })[],
): Promise<Omit<BatchOutcome, 'lastRow'> & { userIds: string[] }> {
  const named = rows.flatMap(({ person }) => (person.departmentId === null ? [] : [person.departmentId]));
  const departments = await shareLockDepartments(transaction, [...new Set(named)]);
  const roles = await findRoles(transaction);
  const employee = roles.find(({ builtIn }) => builtIn === 'employee')!.roleId;
  const now = new Date();
  const judged = rows.map((one) => ({ ...one, id: newId(), problem: faultSince(one.person, { own, roles, departments, now }) }));
  const right = judged.filter(({ problem }) => problem === null);
  const made = await createPeople(
    transaction,
    right.map(({ id, person: { roleIds: _roleIds, expiresAt, ...person }, searchText }) => ({
      ...person,
      id,
      searchText,
      mustChangePassword: true,
      expiresAt: expiresAt === null ? null : new Date(expiresAt),
    })),
  );
  await addRoles(
    transaction,
    right
      .filter(({ id }) => made.has(id))
      .flatMap(({ id, person }) => (person.roleIds.length > 0 ? person.roleIds : [employee]).map((roleId) => ({ userId: id, roleId }))),
  );
  const taken = { column: 'accountName', code: 'ACCOUNT_NAME_TAKEN' } as const;
  await settleRows(
    transaction,
    checkId,
    judged.map(({ row, id, problem }) =>
      made.has(id) ? { row, userId: id, problem: null } : { row, userId: null, problem: problem ?? taken },
    ),
  );
  return { userIds: [...made], made: made.size, failed: rows.length - made.size };
}
