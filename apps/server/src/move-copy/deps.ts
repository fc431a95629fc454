import type { Kysely, Transaction } from 'kysely';
import type { calls, InstanceId, RequestOf, SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Changes } from '../live-updates/index.ts';
import type { Caller } from '../http/index.ts';
import type { ReadReleases } from '../outbound/index.ts';
import type { ItemContext } from '../permission/index.ts';

export interface MoveDeps {
  database: Kysely<Tables>;
  changes: Changes;
  releases: ReadReleases;
}

export type PlaceInput = RequestOf<typeof calls.instance.move>;
export type OnConflict = PlaceInput['onConflict'];
export type OnFileConflict = PlaceInput['onFileConflict'];

/** One item that is moved or copied into a folder. */
export interface Placing {
  place: ItemContext;
  target: ItemContext;
  onConflict: OnConflict;
  /** What to do with files whose name is taken when folders are merged. */
  onFileConflict: OnFileConflict;
  /** The caller who writes, with the share through which the target was reached. */
  caller: Caller;
  /** What may leave with the visitor of a link. */
  releases?: ReadReleases;
}

/** Charges quota and reports progress. For work within the call it charges at once and reports nothing; for a task it is the task's own. */
export interface Ledger {
  /** Called first in the transaction, which may be repeated: resets the progress of the earlier attempt. */
  begin(): void;
  advance(rows: number): Promise<void>;
  /**
   * False if there is not enough quota. Call `advance` only before it: from here on the transaction may hold the lock on the task's row,
   * which progress is written to.
   */
  charge(transaction: Transaction<Tables>, spaceId: SpaceId, bytes: number): Promise<boolean>;
  /** Called in the transaction that places the item; `stayed` is the number of items that a merge had to leave behind. */
  finish(transaction: Transaction<Tables>, stayed: number): Promise<void>;
}

/** The outcome for an item. */
export interface Placed {
  /** The item's id now: its own, that of its copy, or that of the item it was merged into or became a version of. */
  id: InstanceId;
  /** How many of its items were not allowed to be moved or copied. */
  stayed: number;
  /** Other folders whose lists changed, at the target and where the item came from. */
  folderIds: readonly InstanceId[];
}

export const placedAs = (id: InstanceId): Placed => ({ id, stayed: 0, folderIds: [] });
