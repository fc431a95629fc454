import type { Kysely } from 'kysely';
import type { ReadServiceConfig, Tables } from '../database/index.ts';
import type { Explanation, SpaceId } from '@alcove/contract';
import type { Changes } from '../live-updates/index.ts';
import type { ItemContext } from '../permission/index.ts';

export interface FileDeps {
  database: Kysely<Tables>;
  changes: Changes;
  serviceConfig: ReadServiceConfig;
  wake: (job: 'count what went to the bins') => void;
  /** The keys that a name in this space must have to match the keyword, as in the search. Null: no name can match. */
  nameKeys: (spaceId: SpaceId, keyword: string) => Promise<readonly number[] | null>;
  /** Explains to a reader who can see `place` why a person has their permissions on it. */
  explain: (userId: string, place: ItemContext) => Promise<Explanation>;
}
