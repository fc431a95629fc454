import pg from 'pg';

/**
 * The connection ended before the answer came: the statement may have run or not. The driver reports this with many texts and no error
 * type. The code is PostgreSQL's own for it (connection_failure).
 */
export class LostLineError extends Error {
  override readonly name = 'LostLineError';
  readonly code = '08006';
  constructor(cause: unknown) {
    super('The connection to the database was lost', { cause });
  }
}

/** The server's own errors have a type. A fatal one ends the connection. */
const endsLine = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.severity === 'FATAL' || error.severity === 'PANIC');

/** The same check that pg-pool makes when a client is returned. */
const isBroken = (client: pg.PoolClient): boolean => {
  const { _queryable: queryable, _ending: ending, _ended: ended } = client as unknown as Record<string, boolean | undefined>;
  return queryable === false || ending === true || ended === true;
};

/** Translates the error of a query: a lost connection becomes LostLineError. */
export const asLost = (error: unknown, client: pg.PoolClient): unknown =>
  endsLine(error) || (!(error instanceof pg.DatabaseError) && isBroken(client)) ? new LostLineError(error) : error;

/** Translates the error of a connection attempt: if it is not the server's own answer, the server is unreachable. */
export const asUnreachable = (error: unknown): unknown =>
  error instanceof pg.DatabaseError && !/^(57P0|53)/.test(error.code ?? '') ? error : new LostLineError(error);
