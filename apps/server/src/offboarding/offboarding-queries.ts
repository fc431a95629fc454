/** The rows of offboardings and of their steps, which are the report. They are kept as long as the account. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { FailureCode, OffboardingCounts, OffboardingPartName, OffboardingStep } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';

export interface OffboardingRow {
  userId: string;
  officerId: string;
  officer: string;
  taskId: string;
  successors: object;
  /** The task waits or runs. */
  open: boolean;
  cancelAsked: boolean;
  itemsLeft: number;
  begunAt: Date;
  passedAt: Date | null;
  error: FailureCode | null;
  errorDetails: Record<string, string | number>;
  endedAt: Date | null;
  keptUntil: Date | null;
  removingAt: Date | null;
}

/** With `lock`, nobody else can begin, continue or end it until the transaction ends. */
export async function findOffboarding(
  database: Kysely<Tables>,
  userId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<OffboardingRow | undefined> {
  const { rows } = await sql<OffboardingRow>`
    select o.user_id as "userId", o.officer_id as "officerId", u.real_name as officer, o.task_id as "taskId", o.successors,
      coalesce(t.state in ('waiting', 'running'), false) as open, coalesce(t.cancel_asked, false) as "cancelAsked",
      coalesce(jsonb_array_length(t.input -> 'items') - jsonb_array_length(t.outcomes), 0) as "itemsLeft", o.begun_at as "begunAt",
      o.passed_at as "passedAt", o.error, o.error_details as "errorDetails", o.ended_at as "endedAt", o.kept_until as "keptUntil",
      o.removing_at as "removingAt"
    from offboarding o join user_account u on u.id = o.officer_id left join task t on t.id = o.task_id
    where o.user_id = ${userId} ${lock ? sql`for update of o` : sql``}`.execute(database);
  return rows[0];
}

/** Begins an offboarding, or continues one with other successors. */
export async function putOffboarding(
  transaction: Transaction<Tables>,
  { userId, officerId, taskId, successors }: { userId: string; officerId: string; taskId: string; successors: object },
): Promise<void> {
  await sql`
    insert into offboarding (user_id, officer_id, task_id, successors, department_name)
    select u.id, ${officerId}, ${taskId}, ${JSON.stringify(successors)}::jsonb, coalesce(d.name, '')
    from user_account u left join department d on d.id = u.department_id where u.id = ${userId}
    on conflict (user_id) do update set officer_id = excluded.officer_id, task_id = excluded.task_id, successors = excluded.successors,
      department_name = case when offboarding.ended_at is null then excluded.department_name else offboarding.department_name end,
      error = null, error_details = '{}'`.execute(transaction);
}

/** Why the task failed, unless another one was begun. */
export async function setError(
  database: Kysely<Tables>,
  userId: string,
  code: FailureCode,
  details: Record<string, string | number>,
): Promise<void> {
  await sql`update offboarding set error = ${code}, error_details = ${JSON.stringify(details)}::jsonb where user_id = ${userId}`.execute(
    database,
  );
}

/** The personal space has a new owner, or is closed for `keepDays`. */
export async function setPassed(transaction: Transaction<Tables>, userId: string, keepDays: number | null): Promise<void> {
  await sql`
    update offboarding set passed_at = coalesce(passed_at, now()),
      kept_until = ${keepDays === null ? null : sql`now() + ${keepDays} * interval '1 day'`} where user_id = ${userId}`.execute(
    transaction,
  );
}

export async function setEnded(transaction: Transaction<Tables>, userId: string): Promise<void> {
  await sql`update offboarding set ended_at = now() where user_id = ${userId}`.execute(transaction);
}

export interface NewStep {
  part: OffboardingPartName;
  line?: { id: string; name: string } | undefined;
  counts: OffboardingCounts;
  successorId: string | null;
  outcome: OffboardingStep['outcome'];
}

export async function insertStep(transaction: Transaction<Tables>, userId: string, step: NewStep): Promise<void> {
  await transaction
    .insertInto('offboarding_step')
    .values({
      id: newId(),
      user_id: userId,
      part: step.part,
      line_id: step.line?.id ?? '',
      line_name: step.line?.name ?? '',
      counts: JSON.stringify(step.counts),
      successor_id: step.successorId,
      outcome: step.outcome,
    })
    .execute();
}

/** In the order in which they were done. */
export async function stepsOf(database: Kysely<Tables>, userId: string): Promise<OffboardingStep[]> {
  const rows = await database
    .selectFrom('offboarding_step as s')
    .leftJoin('user_account as u', 'u.id', 's.successor_id')
    .select(['s.part', 's.line_id', 's.line_name', 's.counts', 's.successor_id', 'u.real_name', 's.outcome', 's.done_at'])
    .where('s.user_id', '=', userId)
    .orderBy('s.id')
    .execute();
  return rows.map((row) => ({
    part: row.part,
    line: row.line_id === '' ? null : { id: row.line_id, name: row.line_name },
    counts: row.counts,
    successor: row.successor_id === null ? null : { userId: row.successor_id, name: row.real_name ?? '' },
    outcome: row.outcome,
    time: row.done_at.toISOString(),
  }));
}
