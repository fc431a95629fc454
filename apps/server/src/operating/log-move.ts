import type { Kysely } from 'kysely';
import type { SystemAction } from '@alcove/contract/action-names';
import { enterAs, factsOfSystem } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';

/** An entry of the audit log for a move by an operator. `place`: where to, as the messages say it. */
export const logMove = (database: Kysely<Tables>, action: SystemAction, place: string | null): Promise<void> =>
  enterAs(database, factsOfSystem(action), [{ kind: null, id: null, detail: place === null ? null : { place } }]);
