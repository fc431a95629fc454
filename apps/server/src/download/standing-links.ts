/**
 * A link holds no longer than the right that it was given for, and no longer than the session that it was given to: who loses
 * either loses the link, in the middle of a download too.
 */
import type { Kysely } from 'kysely';
import type { PermissionItem } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { stillMay } from '../permission/index.ts';

/** A download asks for many ranges a second; the right is looked at once in this time. */
const rememberMs = 1000;
const mostRemembered = 10_000;

const separator = '.';
const itemSeparator = '+';

/** What a link is for. Null: the content that the file had when it was made, whatever becomes of its versions. */
export interface Linked {
  instanceId: string;
  items: readonly PermissionItem[];
  version: number | null;
}

/** What the link carries, signed: whose right to what it stands on. */
export const claimOf = ({ userId, sessionId, fileSharingId }: Caller, { instanceId, items, version }: Linked): string =>
  [userId, sessionId, instanceId, items.join(itemSeparator), fileSharingId ?? '', version ?? ''].join(separator);

export type MayRead = (claim: string) => boolean | Promise<boolean>;

/** `sessionStands`: whether the session is still there. */
export function standingLinks(
  database: Kysely<Tables>,
  sessionStands: (sessionId: string) => Promise<boolean>,
  now: () => number = () => performance.now(),
): MayRead {
  const known = new Map<string, { at: number; may: boolean | Promise<boolean> }>();
  const ask = async (claim: string): Promise<boolean> => {
    const [userId = '', sessionId = '', instanceId = '', items = '', fileSharingId = '', version = ''] = claim.split(separator);
    const asker = { userId, ...(fileSharingId !== '' && { fileSharingId }) };
    if (!(await sessionStands(sessionId))) return false;
    const wanted = items.split(itemSeparator) as PermissionItem[];
    return stillMay(database, asker, instanceId, wanted, version === '' ? null : Number(version));
  };
  return (claim) => {
    const remembered = known.get(claim);
    if (remembered && now() - remembered.at < rememberMs) return remembered.may;
    if (known.size >= mostRemembered) known.clear();
    const entry: { at: number; may: boolean | Promise<boolean> } = { at: now(), may: false };
    entry.may = ask(claim).then(
      (may) => (entry.may = may),
      (error: unknown) => {
        known.delete(claim);
        throw error;
      },
    );
    known.set(claim, entry);
    return entry.may;
  };
}
