/**
 * What an object of the audit log is. Some are named by another row, through which the log finds them: a `binEntry` and an access `request`
 * name an item, and a `member` is a person or a department, as its element says; what else the element says goes into the entry. A `link` is named by
 * its path, which opens it, so the entry keeps the link's id instead.
 */
export type LoggedKind =
  | 'item'
  | 'group'
  | 'department'
  | 'person'
  | 'share'
  | 'role'
  | 'task'
  | 'setting'
  | 'binEntry'
  | 'request'
  | 'member'
  | 'link'
  | 'review'
  | 'dlpRule'
  | 'region'
  | 'allowlistRule'
  | 'platform';

export type LoggedDeed = 'change' | 'read' | 'preview' | 'download' | 'session';

/** Where an id, or a list of ids, is found: by kind of object, the names of fields. The first field that is there counts. */
export type LoggedFields = { readonly [Kind in LoggedKind]?: string | readonly string[] };

/** How a call is logged. Each object has an entry of its own; a call without objects has one. */
export interface CallLog {
  readonly deed: LoggedDeed;
  /** Fields of the request. */
  readonly of?: LoggedFields;
  /** Fields of the answer, for what the call creates. */
  readonly made?: LoggedFields;
  /** The field with the space in which it is done, where the objects have none. */
  readonly within?: string;
  /** The entry shows the names and places from before the change, because afterwards they are others, or gone. */
  readonly before?: true;
  /** Further fields of the request for the entry. Never passwords, contents or texts that people wrote to each other. */
  readonly details?: readonly string[];
}

/** `none`: the call has no entry when it succeeds. `call-log.test.ts` gives the reason for each. */
export type Logged = CallLog | 'none';

/** Whether the call writes what must not be lost: a change, or who came in. Only these calls wait while the system is moved. */
export const isChange = ({ changes, log }: { changes: 'nothing' | 'once' | 'repeatable'; log: Logged }): boolean =>
  changes !== 'nothing' || (log !== 'none' && log.deed === 'session');

/**
 * Whether the use case writes the entry itself, in the transaction that does the work. Sending such a call again may do nothing, and then
 * leaves no entry. Otherwise, a change is logged in the transaction of its call, and a read before its answer.
 */
export const isLoggedByItsUseCase = ({ changes, log }: { changes: 'nothing' | 'once' | 'repeatable'; log: Logged }): boolean =>
  log !== 'none' && (log.deed === 'session' || (log.deed === 'change' && changes === 'repeatable'));
