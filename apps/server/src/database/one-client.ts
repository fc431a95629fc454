import { Kysely, PostgresDialect } from 'kysely';
import type { PostgresPoolClient } from 'kysely';
import type { PoolClient } from 'pg';
import type { Tables } from './tables.ts';

/** Kysely on one connection, for work that also sends statements to the connection itself. */
export const kyselyOn = (client: PoolClient): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: {
        options: {},
        connect: async () => ({ query: client.query.bind(client), release: () => {} }) as unknown as PostgresPoolClient,
        end: async () => {},
      },
    }),
  });
