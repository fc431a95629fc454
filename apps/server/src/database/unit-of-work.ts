/**
 * Everything that a request does in the database, as one transaction. Every statement of the request goes to one connection, through
 * whichever Kysely it is sent, and nested transactions become savepoints. So the answer is stored together with the changes: after a crash,
 * both exist or neither.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPoolClient } from 'kysely';

interface Unit {
  /** What Kysely uses as a connection of the pool. */
  client: PostgresPoolClient;
  isOpen(): boolean;
  effects: (() => void)[];
}

const units = new AsyncLocalStorage<Unit>();

const current = (): Unit | undefined => {
  const unit = units.getStore();
  return unit?.isOpen() ? unit : undefined;
};

/** The connection that must be used now; undefined outside a unit of work. */
export const sharedClient = (): PostgresPoolClient | undefined => current()?.client;

/**
 * For effects that others notice: they run after the commit. Outside a unit of work, where each statement commits by itself, they run at
 * once.
 */
export function afterCommit(effect: () => void): void {
  const unit = current();
  if (unit) unit.effects.push(effect);
  else effect();
}

/**
 * Begins a transaction, runs `work`, commits if it returns and rolls back if it throws. Units do not nest. What `work` passes to
 * `afterCommit` is added to `effects`.
 */
export async function unitOfWork<Answer>(
  connect: () => Promise<PostgresPoolClient>,
  effects: (() => void)[],
  work: () => Promise<Answer>,
): Promise<Answer> {
  const client = await connect();
  const shared = share(client);
  try {
    await client.query('begin', []);
    const answer = await units.run({ ...shared, effects }, work);
    await shared.close();
    const { command } = await client.query('commit', []);
    if (command !== 'COMMIT') throw new Error('A failed statement was ignored, so PostgreSQL committed nothing');
    client.release();
    return answer;
  } catch (error) {
    await shared.close();
    // A broken connection has nothing to roll back, and is not used again.
    const left = await client.query('rollback', []).then(
      () => undefined,
      (lost: unknown) => lost as Error,
    );
    release(client, left);
    throw error;
  }
}

/** Runs outside any unit of work: what the effects start does not belong to the request. */
export const runEffects = (effects: readonly (() => void)[]): void => units.exit(() => effects.forEach((effect) => effect()));

const release = (client: PostgresPoolClient, error: Error | undefined): void =>
  (client as unknown as { release(error?: Error): void }).release(error);

const parts: Record<string, readonly string[]> = {
  begin: ['savepoint part'],
  commit: ['release savepoint part'],
  rollback: ['rollback to savepoint part', 'release savepoint part'],
};

/** Runs one statement at a time, and none after it is closed: a late statement of one request must never reach the next one. */
function share(client: PostgresPoolClient): { client: PostgresPoolClient; isOpen(): boolean; close(): Promise<void> } {
  let open = true;
  let inPart = false;
  let last: Promise<unknown> = Promise.resolve();

  const query = async (text: string, values: unknown[]): Promise<unknown> => {
    if (!open) throw new Error('The request has ended');
    const instead = parts[text];
    if (instead === undefined) return client.query(text, values);
    if (text === 'begin' && inPart) throw new Error('Two transactions of one request at the same time');
    inPart = text === 'begin';
    let answer: unknown;
    for (const statement of instead) answer = await client.query(statement, []);
    return answer;
  };
  const inTurn = (text: string, values: unknown[]): Promise<unknown> => {
    const asked = last.then(() => query(text, values));
    last = asked.catch(() => {});
    return asked;
  };
  return {
    client: { ...client, query: inTurn, release: () => {} } as unknown as PostgresPoolClient,
    isOpen: () => open,
    async close() {
      open = false;
      await last;
    },
  };
}
