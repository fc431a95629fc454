/**
 * All that a request does to the database, as one transaction: every statement of its way goes to one connection, by whatever
 * Kysely it is sent, and what are transactions of their own elsewhere are savepoints in it. So the request's answer can be written
 * with what it changed: both are there after a crash, or neither.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPoolClient } from 'kysely';

interface Unit {
  /** What Kysely sees as a connection of the pool. */
  client: PostgresPoolClient;
  isOpen(): boolean;
  effects: (() => void)[];
}

const units = new AsyncLocalStorage<Unit>();

const current = (): Unit | undefined => {
  const unit = units.getStore();
  return unit?.isOpen() ? unit : undefined;
};

/** The connection that whoever asks for one now has to use; undefined outside a unit of work. */
export const sharedClient = (): PostgresPoolClient | undefined => current()?.client;

/** For what others are to hear of, or do: not before it is so. Outside a unit of work, where each statement is final, at once. */
export function afterCommit(effect: () => void): void {
  const unit = current();
  if (unit) unit.effects.push(effect);
  else effect();
}

/**
 * Begins with `work`, commits when it has answered and takes everything back when it throws. It is not begun inside another. What
 * `work` leaves for after the commit is put into `effects`.
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
    if (command !== 'COMMIT') throw new Error('A statement that failed was passed over, and PostgreSQL committed nothing');
    client.release();
    return answer;
  } catch (error) {
    await shared.close();
    // A line that broke has nothing to take back; it is not used again.
    const left = await client.query('rollback', []).then(
      () => undefined,
      (lost: unknown) => lost as Error,
    );
    release(client, left);
    throw error;
  }
}

/** Outside any unit: what they begin does not belong to the request any more. */
export const runEffects = (effects: readonly (() => void)[]): void => units.exit(() => effects.forEach((effect) => effect()));

const release = (client: PostgresPoolClient, error: Error | undefined): void =>
  (client as unknown as { release(error?: Error): void }).release(error);

const parts: Record<string, readonly string[]> = {
  begin: ['savepoint part'],
  commit: ['release savepoint part'],
  rollback: ['rollback to savepoint part', 'release savepoint part'],
};

/** One statement at a time, and none any more once it is closed: what is left over of a request never reaches the next one. */
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
