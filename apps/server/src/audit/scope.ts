/** The request that is being answered, so that a use case can write its entry in a transaction of its own, without being handed the request. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { factsRow, insertEntries } from './audit-queries.ts';
import { noObject } from './entry.ts';
import type { Detail, Facts, LoggedObject } from './entry.ts';
import { withDetails } from './log-rules.ts';
import { factsOfSystem } from './request-facts.ts';

export interface Scope {
  facts: Facts;
  /** Further fields for the entry. */
  detail: Detail;
  /** What was there before the change, by the id of the object, or the key of a setting. */
  before: Map<string, Detail>;
  /** The use case has written the entry of this request. */
  entered: boolean;
}

const scopes = new AsyncLocalStorage<Scope>();

export const inScope = <Answer>(scope: Scope, work: () => Promise<Answer>): Promise<Answer> => scopes.run(scope, work);

/** An object as a use case names it. */
export type Named = Pick<LoggedObject, 'kind' | 'id'> & Partial<LoggedObject>;

/**
 * Writes the entry of the request that is being answered: one for each object, or a single one without. Call it in the transaction of the
 * change. `personId` says who it turned out to be. Outside a request, nothing is written.
 */
export async function enter(
  database: Kysely<Tables>,
  objects: readonly Named[] = [],
  { personId }: { personId?: string } = {},
): Promise<void> {
  const scope = scopes.getStore();
  if (!scope) return;
  scope.entered = true;
  const facts: Facts =
    personId === undefined || scope.facts.personId !== null
      ? scope.facts
      : { ...scope.facts, actorKind: 'person', personId, actorName: null };
  const named = objects.length > 0 ? objects.map((one) => ({ result: 0, ...one })) : [noObject()];
  await insertEntries(database, facts, withDetails(named, scope.detail, scope.before));
}

/** Who asks, for `insertEntriesOfFiles`. */
export const factsRowOfRequest = () => factsRow(scopes.getStore()?.facts ?? factsOfSystem('system.upload'));

/** The address that the request came from. Null outside a request. */
export const requestFrom = (): string | null => scopes.getStore()?.facts.address ?? null;

/** Adds to the entry of the request what only its use case knows. */
export function addDetail(detail: Detail): void {
  const scope = scopes.getStore();
  if (scope) Object.assign(scope.detail, detail);
}

/** Adds to the entry of one object what the change replaces there: values by the names that the call gives them. */
export function addBefore(objectId: string, values: Detail): void {
  const scope = scopes.getStore();
  if (scope) scope.before.set(objectId, { ...scope.before.get(objectId), ...values });
}

/** For the steps of a job: an entry for each object, in the step's transaction. */
export const enterAs = (database: Kysely<Tables>, facts: Facts, objects: readonly Named[]): Promise<void> =>
  insertEntries(
    database,
    facts,
    objects.map((one) => ({ result: 0, ...one })),
  );
