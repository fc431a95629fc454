import type { Kysely, Transaction } from 'kysely';
import type { RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Changes } from '../live-updates/index.ts';
import type { Caller } from '../http/index.ts';
import type { ItemContext } from '../permission/index.ts';

export interface MovingDeps {
  database: Kysely<Tables>;
  changes: Changes;
}

export type PlaceInput = RequestOf<typeof calls.instance.move>;
export type OnConflict = PlaceInput['onConflict'];
export type OnFileConflict = PlaceInput['onFileConflict'];

/** One item on its way into a folder. */
export interface Placing {
  place: ItemContext;
  target: ItemContext;
  onConflict: OnConflict;
  /** Where folders are merged. */
  onFileConflict: OnFileConflict;
  /** Who does it, with the right that the target was reached by. */
  caller: Caller;
}

/** Charges quota and reports progress: a no-op for what a call does itself, the task for what outlasts the call. */
export interface Ledger {
  /** First in the transaction, which may be done anew: what advanced before is taken back with it. */
  begin(): void;
  advance(rows: number): Promise<void>;
  /** False when there is not enough room. After it nothing advances any more: it holds what is told there. */
  charge(transaction: Transaction<Tables>, spaceId: string, bytes: number): Promise<boolean>;
  /** In the transaction that brings the item there; `stayed` of a folder that is merged were not allowed to go. */
  finish(transaction: Transaction<Tables>, stayed: number): Promise<void>;
}

/** What became of an item. */
export interface Placed {
  /** What it is now: itself, its copy, or what it was merged into or became a version of. */
  id: string;
  /** How much of it was not allowed to go. */
  stayed: number;
  /** Further folders whose list is another now, here and where it came from. */
  folderIds: readonly string[];
}

export const placedAs = (id: string): Placed => ({ id, stayed: 0, folderIds: [] });
