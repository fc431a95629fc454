import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { roleOfLink } from '@alcove/contract';
import type { InstanceId, LinkPermission } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Asker, Caller, ProposedGrant } from '../http/index.ts';
import { findVisit, setVisitorPerson, setVisitorSeen } from './visitor-queries.ts';
import type { VisitKey, VisitRow } from './visitor-queries.ts';

/** Only the hash is stored, so the contents of the database are not enough to open a link. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * The visitor of a token, or null: the token is unknown or too old, its link is not open, or the link needs a sign-in and the session beside it is
 * not that of the colleague who opened it, or no longer that of one whom the link names. `person` is whom the session belongs to.
 */
export const findVisitor = (database: Kysely<Tables>, token: string, person: Caller | null): Promise<Caller | null> =>
  visitorOf(database, { tokenHash: hashOfToken(token) }, person);

/** The same by the id of the visit, for what was handed out to it. */
export const findVisitorById = (database: Kysely<Tables>, visitId: string, person: Caller | null): Promise<Caller | null> =>
  visitorOf(database, { visitId }, person);

async function visitorOf(database: Kysely<Tables>, key: VisitKey, person: Caller | null): Promise<Caller | null> {
  const visit = await findVisit(database, key);
  if (!visit) return null;
  // Its creator came in without a password, so that visit too lasts only while they are signed in.
  const needsPerson = visit.visitor_type !== 'everyone' || visit.person_id === visit.creator_id;
  // Who came as nobody and signs in goes on with the same visit, as a colleague; the creator's visits are not counted, so they begin their own.
  if (person !== null && visit.person_id === null && !needsPerson && person.userId !== visit.creator_id) {
    await setVisitorPerson(database, visit.id, person.userId);
    visit.person_id = person.userId;
  }
  const opener = person !== null && person.userId === visit.person_id ? person : null;
  if (needsPerson && !(opener && letsIn(visit))) return null;
  if (visit.stale) await setVisitorSeen(database, visit.id);
  return {
    userId: visit.id,
    visitor: { ...asked(visit), linkPath: visit.path, creatorId: visit.creator_id, person: opener, needsPerson },
    sessionId: opener?.sessionId ?? visit.id,
    sessionKind: 'browser',
    accountName: opener?.accountName ?? '',
    realName: opener?.realName ?? '',
    adminItems: [],
    speedLimit: opener?.speedLimit ?? null,
  };
}

/** Whether the link lets this colleague in. Its creator always comes in, to see what visitors see. */
export const letsIn = ({ visitor_type: type, named }: Pick<VisitRow, 'visitor_type' | 'named'>): boolean => type !== 'persons' || named;

/** What the grant of a link that is being verified is going to give. */
export const proposedOf = (link: { instance_id: InstanceId; permissions: LinkPermission[]; creator_id: string }): ProposedGrant => ({
  instanceId: link.instance_id,
  role: roleOfLink(link.permissions),
  grantorId: link.creator_id,
});

const asked = (visit: VisitRow): NonNullable<Asker['visitor']> => ({
  linkId: visit.link_id,
  ...(visit.proposed && { proposed: proposedOf(visit) }),
});

/**
 * By what a visit is judged if what was handed out to it still counts: the visit goes on, and the link lets its colleague in. Otherwise null. `linkId` is
 * the link it was opened through.
 */
export async function visitStands(
  database: Kysely<Tables>,
  { visitId, linkId }: { visitId: string; linkId: string },
): Promise<NonNullable<Asker['visitor']> | null> {
  const visit = await findVisit(database, { visitId });
  if (visit?.link_id !== linkId) return null;
  const isIn = (visit.visitor_type === 'everyone' && !visit.proposed) || (visit.active && letsIn(visit));
  return isIn ? asked(visit) : null;
}
