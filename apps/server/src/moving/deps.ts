import type { Kysely, Transaction } from 'kysely';
import type { RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Changes } from '../events/index.ts';
import type { Caller } from '../http/index.ts';
import type { Place } from '../permission/index.ts';

export interface MovingDeps {
  database: Kysely<Tables>;
  changes: Changes;
}

export type PlaceInput = RequestOf<typeof calls.instance.move>;
export type OnConflict = PlaceInput['onConflict'];

/** One item on its way into a folder. */
export interface Placing {
  place: Place;
  target: Place;
  onConflict: OnConflict;
  /** Who does it, with the right that the target was reached by. */
  caller: Caller;
}

/** Who pays for it and hears how far it is: nobody for what a call does itself, a task for what outlasts it. */
export interface Ledger {
  advance(rows: number): Promise<void>;
  /** False when there is not enough room. */
  charge(transaction: Transaction<Tables>, spaceId: string, bytes: number): Promise<boolean>;
  /** In the transaction that brings the item there. */
  finish(transaction: Transaction<Tables>): Promise<void>;
}
