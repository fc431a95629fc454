import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { Explanation } from '@alcove/contract';
import type { Changes } from '../events/index.ts';
import type { Place } from '../permission/index.ts';

export interface FileDeps {
  database: Kysely<Tables>;
  changes: Changes;
  /** Why a person may do with an item what they may, told to a reader who sees `place`. */
  explain: (userId: string, place: Place) => Promise<Explanation>;
}
