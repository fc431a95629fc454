import pg from 'pg';

/**
 * The connection ended before the answer came: what was asked may have been done or not. The driver says so in many texts and in no
 * type; the code is PostgreSQL's own for it (connection_failure).
 */
export class LostLineError extends Error {
  override readonly name = 'LostLineError';
  readonly code = '08006';
  constructor(cause: unknown) {
    super('The connection to the database was lost', { cause });
  }
}

/** A refusal of the server is an error of its own type; it ends the connection when it is fatal. */
const endsLine = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.severity === 'FATAL' || error.severity === 'PANIC');

/** What pg-pool itself asks a client for before it takes it back. */
const isBroken = (client: pg.PoolClient): boolean => {
  const { _queryable: queryable, _ending: ending, _ended: ended } = client as unknown as Record<string, boolean | undefined>;
  return queryable === false || ending === true || ended === true;
};

/** The error of a query of `client` as the rest of the program knows it. */
export const asLost = (error: unknown, client: pg.PoolClient): unknown =>
  endsLine(error) || (!(error instanceof pg.DatabaseError) && isBroken(client)) ? new LostLineError(error) : error;

/** Of the attempt to connect: whatever is not the server's own answer is a server that cannot be reached. */
export const asUnreachable = (error: unknown): unknown =>
  error instanceof pg.DatabaseError && !/^(57P0|53)/.test(error.code ?? '') ? error : new LostLineError(error);
