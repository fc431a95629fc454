import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { Caller } from '../http/index.ts';
import { findVisit, setVisitorSeen } from './visitor-queries.ts';
import type { VisitRow } from './visitor-queries.ts';

/** Only the hash is stored, so the contents of the database are not enough to open a link. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * The visitor of a token, or null: the token is unknown or too old, its link is not open, or the link needs a sign-in and the session beside it is
 * not that of the colleague who opened it, or no longer that of one whom the link names. `person` is whom the session belongs to.
 */
export async function findVisitor(database: Kysely<Tables>, token: string, person: Caller | null): Promise<Caller | null> {
  const visit = await findVisit(database, hashOfToken(token));
  if (!visit) return null;
  const opener = person !== null && person.userId === visit.person_id ? person : null;
  if (!letsIn(visit, opener)) return null;
  if (visit.stale) await setVisitorSeen(database, visit.id);
  return {
    userId: visit.id,
    visitor: { linkId: visit.link_id, linkPath: visit.path, creatorId: visit.creator_id, person: opener },
    sessionId: visit.id,
    sessionKind: 'browser',
    accountName: opener?.accountName ?? '',
    realName: opener?.realName ?? '',
    adminItems: [],
    speedLimit: opener?.speedLimit ?? null,
  };
}

function letsIn({ visitor_type: type, named }: VisitRow, opener: Caller | null): boolean {
  switch (type) {
    case 'everyone':
      return true;
    case 'login':
      return opener !== null;
    case 'persons':
      return opener !== null && named;
  }
}
