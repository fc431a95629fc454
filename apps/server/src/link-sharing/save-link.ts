import { randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { limits } from '@alcove/contract';
import type { InstanceId, Link, LinkPermission, LinkVisitorType, ServiceConfig } from '@alcove/contract';
import { recordActivity } from '../activity/index.ts';
import { addBefore, addDetail } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { checkChosen } from '../departments/index.ts';
import { lockTrees } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller, UserContext } from '../http/index.ts';
import { newId } from '../ids.ts';
import { hashPassword } from '../identity/index.ts';
import { closeLink, endVisits, insertLink, lockLinked, lockLinks, setPeople, updateLink } from '../links/index.ts';
import type { LinkChange, LockedLink } from '../links/index.ts';
import { publish } from '../live-updates/index.ts';
import { beginVerification } from '../outbound/index.ts';
import { authorise, findHighBelow } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import type { LinkSharingDeps } from './deps.ts';
import { countLinks, findByPaths, findPeopleOf, lockLinksOf, lockToLink } from './link-queries.ts';
import type { KnownLink } from './link-queries.ts';
import {
  requireFieldsFit,
  requireLinkName,
  requirePermissions,
  requireSharable,
  requireWithinCompany,
  samePermissions,
} from './link-rules.ts';
import type { LinkInput } from './link-rules.ts';
import { presentLink } from './present-links.ts';
import { endOf } from './term-queries.ts';

/** 144 bits, so that nobody guesses one. */
/** Nobody guesses it. */
export const newPath = (): string => randomBytes(18).toString('base64url');

/**
 * Makes a link, or changes the caller's own. What a field leaves unsaid stays as it is, and a change that fails leaves the link as it was. A term that
 * is sent counts from now. Throws LINK_GONE, LINK_NOT_ALLOWED, LINK_OF_ROOT, HIGHLY_SENSITIVE, LINK_UPLOAD_ALONE, LINK_UPLOAD_FOLDER,
 * LINK_PEOPLE_MISSING, PERSON_NOT_FOUND, LINK_END_PAST, LINK_END_FAR, LINK_TERM_OVER, LINK_VISITS_OVER, LINK_PASSWORD_SHORT, LINK_NAME_EMPTY, LINKS_TOO_MANY, and what `authorise` throws.
 */
export async function saveLink(deps: LinkSharingDeps, input: LinkInput, context: UserContext): Promise<Link> {
  const { database, changes } = deps;
  const config = await deps.serviceConfig();
  if (input.name !== undefined) requireLinkName(input.name);
  const known = input.linkPath === undefined ? null : await findOwn(database, context.caller, input.linkPath);
  if (!known) requireFieldsFit(input, null);
  // A new link without a limit is one without any.
  requireWithinCompany(known ? input : { visitLimit: null, ...input }, config);
  const instanceId = known?.instance_id ?? input.instanceIds![0]!;
  const place = await openPlace(database, context.caller, instanceId);
  // Before the locks: hashing takes a while.
  const passwordHash = input.password == null ? input.password : await hashPassword(input.password, context.caller.userId);
  if (input.password !== undefined) addDetail({ protected: input.password !== null });
  const given = { ...input, passwordHash, config };
  const linkId = await database
    .transaction()
    .execute((transaction) =>
      known ? changeLink(transaction, { known, asked: place }, given, context) : makeLink(transaction, place, given, context),
    );
  if (place.parentId !== null) changes.listChanged(place, [place.parentId]);
  const link = await presentLink(database, linkId, context);
  if (!link) throw new Failure('LINK_GONE');
  return link;
}

type Given = LinkInput & { passwordHash: string | null | undefined; config: ServiceConfig };

/** Another person's link is answered like one that never was. Throws LINK_GONE. */
export async function findOwn(database: Kysely<Tables>, caller: Caller, linkPath: string): Promise<KnownLink> {
  const [link] = await findByPaths(database, [linkPath]);
  if (link?.creator_id !== caller.userId) throw new Failure('LINK_GONE');
  return link;
}

/** By the caller's own rights: what they have through a share does not count. */
async function openPlace(database: Kysely<Tables>, { userId }: Caller, instanceId: InstanceId): Promise<ItemContext> {
  const { place } = await authorise(database, { userId }, instanceId, 'list');
  requireSharable(place);
  return place;
}

/** Folders are judged as a whole (specification 2 section 6). Throws HIGHLY_SENSITIVE. */
async function requireNothingHigh(transaction: Transaction<Tables>, { isFile, instanceId, spaceId }: ItemContext): Promise<void> {
  if (!isFile && (await findHighBelow(transaction, { folderId: instanceId, spaceId }))) throw new Failure('HIGHLY_SENSITIVE');
}

async function makeLink(transaction: Transaction<Tables>, asked: ItemContext, input: Given, { caller }: UserContext): Promise<string> {
  await lockLinksOf(transaction, caller.userId);
  // Nothing can be moved, copied or restored into it while it is judged, and it cannot leave.
  await lockTrees(transaction, [asked.spaceId]);
  if (!(await lockToLink(transaction, asked.instanceId, asked.spaceId))) throw new Failure('FILE_NOT_FOUND');
  const place = await openPlace(transaction, caller, asked.instanceId);
  await requireNothingHigh(transaction, place);
  const permissions = distinct<LinkPermission>(input.permissions ?? ['preview']);
  requirePermissions(place, permissions);
  const visitorType = input.visitorType ?? 'everyone';
  const people = await peopleFor(transaction, visitorType, input.userIds, []);
  const validity = input.validity ?? input.config.linkValidity;
  const counts = await countLinks(transaction, { instanceId: place.instanceId, creatorId: caller.userId });
  if (counts.onItem >= limits.linksPerItem || counts.ofPerson >= limits.linksPerPerson) throw new Failure('LINKS_TOO_MANY');
  const id = newId();
  await insertLink(transaction, {
    id,
    path: newPath(),
    instance_id: place.instanceId,
    creator_id: caller.userId,
    name: input.name ?? place.name,
    password_hash: input.passwordHash ?? null,
    permissions,
    visitor_type: visitorType,
    validity,
    expires_at: await endOf(transaction, { validity, expireTime: input.expireTime, mostDays: input.config.linkMostDays }),
    visit_limit: input.visitLimit ?? null,
    watermark: input.watermark ?? (input.config.linkWatermark ? 'default' : 'none'),
    ...(input.note !== undefined && { note: input.note }),
  });
  await setPeople(transaction, id, people);
  await beginVerification(transaction, id);
  await recordActivity(transaction, caller.userId, [place.instanceId], { kind: 'linked', data: {} });
  await publish(transaction, [{ to: [caller.userId], event: 'linkChanged' }]);
  return id;
}

const distinct = <Item>(items: readonly Item[]): Item[] => [...new Set(items)];

/** Whom the link names from now on. Those whom it names already may be frozen by now. Throws LINK_PEOPLE_MISSING, PERSON_NOT_FOUND. */
async function peopleFor(
  transaction: Transaction<Tables>,
  visitorType: LinkVisitorType,
  userIds: readonly string[] | undefined,
  before: readonly string[],
): Promise<string[]> {
  if (visitorType !== 'persons') return [];
  const people = distinct(userIds ?? before);
  if (people.length === 0) throw new Failure('LINK_PEOPLE_MISSING', { field: 'userIds' });
  const added = people.filter((id) => !before.includes(id));
  if (added.length > 0) await checkChosen(transaction, { userIds: added, departmentIds: [] });
  return people;
}

async function changeLink(
  transaction: Transaction<Tables>,
  { known, asked }: { known: KnownLink; asked: ItemContext },
  input: Given,
  { caller }: UserContext,
): Promise<string> {
  await lockTrees(transaction, [asked.spaceId]);
  await lockLinked(transaction, [known.instance_id]);
  const [link] = await lockLinks(transaction, [known.id]);
  if (!link) throw new Failure('LINK_GONE');
  requireFieldsFit(input, link);
  const place = await openPlace(transaction, caller, link.instance_id);
  // A link that had ended may hold something highly sensitive by now.
  await requireNothingHigh(transaction, place);
  const permissions = input.permissions ? distinct(input.permissions) : link.permissions;
  if (input.permissions) requirePermissions(place, permissions);
  const visitorType = input.visitorType ?? link.visitor_type;
  const before = link.visitor_type === 'persons' ? await findPeopleOf(transaction, link.id) : [];
  const people = await peopleFor(transaction, visitorType, input.userIds, before);
  const change: LinkChange = { ...changeOf(input, permissions, visitorType), ...(await termOf(transaction, link, input)) };
  const what = whatChanges(link, { ...input, permissions, visitorType }, before, people);
  logBefore(link, input);

  if (what.people) await setPeople(transaction, link.id, people);
  if (what.reach || reopens(link, input)) {
    // It may show more, or to others: it is judged anew, and closed until then.
    await closeLink(transaction, link.id, { ...change, ...unverified });
    await beginVerification(transaction, link.id);
  } else {
    await updateLink(transaction, link.id, change);
    // It stays open, unless reviewers saw less than it allows now.
    if (link.state === 'valid') await beginVerification(transaction, link.id);
  }
  if (what.gate || link.state === 'expired') await endVisits(transaction, link.id);
  await publish(transaction, [{ to: [caller.userId], event: 'linkChanged' }]);
  return link.id;
}

/** A change of what was refused asks again. One that ended needs a new term. */
const reopens = ({ state }: LockedLink, { validity, expireTime }: LinkInput): boolean =>
  state === 'failed' || (state === 'expired' && (validity !== undefined || expireTime !== undefined));

const unverified: LinkChange = {
  state: 'verifying',
  scan_state: 'waiting',
  scan_done: 0,
  scan_total: 0,
  review_state: 'waiting',
  reason: null,
  reason_text: '',
};

const changeOf = (input: Given, permissions: LinkPermission[], visitorType: LinkVisitorType): LinkChange => ({
  permissions,
  visitor_type: visitorType,
  ...(input.name !== undefined && { name: input.name }),
  ...(input.passwordHash !== undefined && { password_hash: input.passwordHash }),
  ...(input.visitLimit !== undefined && { visit_limit: input.visitLimit }),
  ...(input.watermark !== undefined && { watermark: input.watermark }),
  ...(input.note !== undefined && { note: input.note }),
});

/** An end that is sent back as it was stays, even if it has come meanwhile. */
async function termOf(transaction: Transaction<Tables>, link: LockedLink, input: Given): Promise<LinkChange> {
  if (input.validity === undefined && input.expireTime === undefined) return {};
  const validity = input.validity ?? link.validity;
  if (validity === 'custom' && link.validity === 'custom' && Date.parse(input.expireTime!) === link.expires_at?.getTime()) return {};
  return {
    validity,
    expires_at: await endOf(transaction, { validity, expireTime: input.expireTime, mostDays: input.config.linkMostDays }),
  };
}

/**
 * `gate`: whoever is inside must open the link again. `reach`: the link may show more, or to others, so that it must be verified again.
 */
function whatChanges(
  link: LockedLink,
  { passwordHash, permissions, visitorType }: Pick<Given, 'passwordHash'> & { permissions: LinkPermission[]; visitorType: LinkVisitorType },
  before: readonly string[],
  people: readonly string[],
): { gate: boolean; reach: boolean; people: boolean } {
  const named = people.length !== before.length || people.some((id) => !before.includes(id));
  const reach =
    named ||
    visitorType !== link.visitor_type ||
    !samePermissions(permissions, link.permissions) ||
    (passwordHash === null && link.password_hash !== null);
  return { gate: reach || passwordHash != null, reach, people: named };
}

/** For the audit log: what the sent fields replace. */
function logBefore(link: LockedLink, input: LinkInput): void {
  addBefore(link.path, {
    ...(input.name !== undefined && { name: link.name }),
    ...(input.password !== undefined && { protected: link.password_hash !== null }),
    ...(input.permissions && { permissions: link.permissions }),
    ...(input.visitorType && { visitorType: link.visitor_type }),
    ...((input.validity !== undefined || input.expireTime !== undefined) && { validity: link.validity, expireTime: link.expires_at }),
    ...(input.visitLimit !== undefined && { visitLimit: link.visit_limit }),
    ...(input.watermark && { watermark: link.watermark }),
  });
}
