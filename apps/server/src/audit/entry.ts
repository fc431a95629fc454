import type { LoggedDeed, LoggedKind } from '@alcove/contract';
import type { DetailName } from '@alcove/contract/log-detail-names';

/** What an entry tells beside its object. Only what has a name, or nobody could read it. */
export type Detail = Readonly<Partial<Record<DetailName, unknown>>>;

/** What the entries of one request have in common. */
export interface Facts {
  deed: LoggedDeed;
  /** The name of a call, or `system.` and what a job did. */
  action: string;
  actorKind: 'person' | 'visitor' | 'unknown' | 'system';
  personId: string | null;
  /** Null: the account name that the person has now. */
  actorName: string | null;
  address: string | null;
  device: string | null;
  /** The User-Agent; its first 300 characters. */
  agent: string | null;
  traceId: string | null;
}

/** One object of a request, and what became of it. The statement that inserts the entry reads its name and place. */
export interface LoggedObject {
  /** Null: the request has no object. */
  kind: Exclude<LoggedKind, 'member'> | 'space' | null;
  id: string | null;
  /** Shown where the object has no row with a name, as a setting. Of a link its path, which only leads to its row. */
  key?: string | null;
  /** The space in which it is done, where the object has none. */
  within?: string | null;
  /** Only if the transaction created it: a call that creates a tree also names the folders that it found. */
  onlyNew?: boolean;
  /** 0, or the number of a failure. */
  result: number;
  detail?: Detail | null;
}

export const noObject = (result = 0, detail: Detail | null = null): LoggedObject => ({
  kind: null,
  id: null,
  result,
  detail,
});

/** An object with the name and the place that it had before the change. */
export interface NamedObject {
  object_kind: string | null;
  object_id: string | null;
  object_name: string | null;
  space_id: string | null;
  space_name: string | null;
  folder_id: string | null;
  folder_name: string | null;
}
