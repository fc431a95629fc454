import type { Kysely } from 'kysely';
import type { ReadServiceConfig, Tables } from '../database/index.ts';
import type { Explanation } from '@alcove/contract';
import type { Changes } from '../live-updates/index.ts';
import type { ItemContext } from '../permission/index.ts';

export interface FileDeps {
  database: Kysely<Tables>;
  changes: Changes;
  serviceConfig: ReadServiceConfig;
  wake: (job: 'count what went to the bins') => void;
  /** What a name in this space has to have to be found by the keyword, as the search finds it; null: none is found by that. */
  nameKeys: (spaceId: string, keyword: string) => Promise<readonly number[] | null>;
  /** Why a person may do with an item what they may, told to a reader who sees `place`. */
  explain: (userId: string, place: ItemContext) => Promise<Explanation>;
}
