/**
 * People and places for previews, and the comparison with what really happens: a role is changed, and what everybody may do everywhere is asked
 * before and after, by the function that decides calls.
 */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { calls, permissionItems, spaceKinds } from '@alcove/contract';
import type { FileRole, InstanceId, PermissionItem, RolePreview, SpaceId } from '@alcove/contract';
import { createDepartment } from '../departments/index.ts';
import { newId } from '../ids.ts';
import { findItems, itemsAt } from '../permission/index.ts';
import { makeNodes, makeSpace, setGrants, setOnlyRole } from '../permission/tree.test-support.ts';
import type { BareGrant, Node } from '../permission/tree.test-support.ts';
import { adminPassword, openCompany } from '../testing/index.ts';
import type { Client, Company, Person } from '../testing/index.ts';

export interface Place {
  kind: 'personal' | 'group' | 'department';
  spaceId: string;
  /** Its top, a folder, a folder in it, and a file in that one. In each folder everybody has made a folder of their own. */
  chain: [InstanceId, InstanceId, InstanceId, InstanceId];
  all: InstanceId[];
}

export interface World {
  company: Company;
  admin: Client;
  people: Person[];
  division: string;
  team: string;
  places: Record<Place['kind'], Place>;
}

/** The people of `within` are in the division, in its team, or in no department; the first owns the personal space, the second leads the group. */
export async function openWorld(within: readonly ('division' | 'team' | null)[]): Promise<World> {
  const company = await openCompany();
  const admin = company.visitor();
  const { userId: adminId } = await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  const people = await Promise.all(within.map(() => company.person()));
  const division = await createDepartment(company.database, { name: '部', parentId: null });
  const team = await createDepartment(company.database, { name: '组', parentId: division });
  for (const [n, which] of within.entries())
    await company.database
      .updateTable('user_account')
      .set({ department_id: which && { division, team }[which] })
      .where('id', '=', people[n]!.userId)
      .execute();
  // What the departments have in their own spaces would be in every preview.
  await company.database.deleteFrom('file_grant').execute();
  const makers = [adminId, ...people.map(({ userId }) => userId)];
  const makePlace = async (kind: Place['kind'], ownerId: string | null): Promise<Place> => {
    const { spaceId, rootId } =
      kind === 'personal'
        ? await personalSpace(company, people[0]!)
        : await makeSpace(company.database, { kind: spaceKinds[kind], ownerId, creatorId: adminId });
    const [outer, inner, file] = [newId<InstanceId>(), newId<InstanceId>(), newId<InstanceId>()];
    const folder = (id: InstanceId, parentId: InstanceId, creatorId: string): Node => ({ id, parentId, name: id, creatorId, blobId: null });
    const blobId = await anyBlob(company, people[0]!);
    const nodes = [
      folder(outer, rootId, adminId),
      folder(inner, outer, people[2]!.userId),
      { ...folder(file, inner, adminId), blobId },
      ...[rootId, outer, inner].flatMap((parentId) => makers.map((maker) => folder(newId<InstanceId>(), parentId, maker))),
    ];
    await makeNodes(company.database, spaceId, nodes);
    return { kind, spaceId, chain: [rootId, outer, inner, file], all: [rootId, ...nodes.map(({ id }) => id)] };
  };
  const [owner, leader] = people as [Person, Person];
  const places = {
    personal: await makePlace('personal', owner.userId),
    group: await makePlace('group', leader.userId),
    department: await makePlace('department', null),
  };
  return { company, admin, people, division, team, places };
}

async function personalSpace({ database }: Company, { rootId }: Person): Promise<{ spaceId: SpaceId; rootId: InstanceId }> {
  const { space_id: spaceId } = await database.selectFrom('instance').select('space_id').where('id', '=', rootId).executeTakeFirstOrThrow();
  return { spaceId, rootId };
}

async function anyBlob(company: Company, person: Person) {
  const { instanceId } = await person.uploads('some bytes', `${newId()}.txt`, person.rootId);
  return (await findItems(company.database, { userId: person.userId }, [instanceId])).get(instanceId)!.blobId!;
}

type Subject = BareGrant['subject'];
export const personal = ({ userId: id }: Person): Subject => ({ kind: 'person', id });
export const ofDepartment = (id: string): Subject => ({ kind: 'department', id });

/** A grant of the space itself, or, with a giver, of a share of theirs. */
export function granted(place: Place, depth: 0 | 1 | 2 | 3, subject: Subject, role: FileRole, giver?: Person): BareGrant {
  const source =
    giver === undefined
      ? { kind: place.kind === 'group' ? ('group' as const) : ('department' as const), id: place.spaceId }
      : { kind: 'share' as const, id: newId() };
  return { instanceId: place.chain[depth], subject, role, source, grantorId: giver?.userId ?? place.chain[0] };
}

/** Replaces all grants of these places. */
export async function setAll({ company, admin, places }: World, grants: readonly BareGrant[]): Promise<void> {
  const all = Object.values(places).flatMap((place) => place.all);
  await sql`delete from file_grant where instance_id = any(${all}::uuid[])`.execute(company.database);
  const { userId } = await admin.call(calls.user.currentUser, {});
  const ownGrantor = (id: string): string => (all.includes(id as InstanceId) ? userId : id);
  await setGrants(
    company.database,
    grants.map((grant) => ({ ...grant, grantorId: ownGrantor(grant.grantorId) })),
  );
}

/** Nobody's roles go, because a company has no more than `limits.roles`. */
export async function setCap({ company: { database } }: World, { userId }: Person, items: readonly PermissionItem[]): Promise<void> {
  await setOnlyRole(database, userId, items);
  await sql`delete from role r where r.built_in is null and not exists (select from user_role ur where ur.role_id = r.id)`.execute(
    database,
  );
}

/** By person: what they may do, place by place. */
async function rights({ company, people, places }: World): Promise<Map<string, Map<string, readonly PermissionItem[]>>> {
  const all = Object.values(places).flatMap((place) => place.all);
  const found = new Map<string, Map<string, readonly PermissionItem[]>>();
  for (const { userId } of people) {
    const seen = await findItems(company.database, { userId }, all);
    found.set(userId, new Map([...seen].map(([id, place]) => [id, place.live ? itemsAt(place) : []])));
  }
  return found;
}

/**
 * Previews the change, makes it, and compares. Then the role is as it was. Returns the preview, and of each person with a change, by their
 * number, the items gained and lost.
 */
export async function foretold(
  world: World,
  role: FileRole,
  items: readonly PermissionItem[],
  where: string,
): Promise<{ preview: RolePreview<PermissionItem>; seen: Record<number, string> }> {
  const { admin, people } = world;
  const { items: roles } = await admin.call(calls.adminFileRole.page, {});
  const before = roles.find((one) => one.role === role)!.items;
  const preview = await admin.call(calls.adminFileRole.preview, { role, items: [...items] });
  const had = await rights(world);
  const active = await world.company.database.selectFrom('user_account').select('id').where('frozen_at', 'is', null).execute();
  await admin.call(calls.adminFileRole.update, { role, items: [...items], before });
  const has = await rights(world);
  await admin.call(calls.adminFileRole.update, { role, items: before, before: [...items] });
  const seen: Record<number, string> = {};
  for (const [n, { userId }] of people.entries()) {
    if (!active.some(({ id }) => id === userId)) continue;
    const changed = (from: typeof had, to: typeof had): PermissionItem[] =>
      permissionItems.filter((item) =>
        [...to.get(userId)!].some(([id, now]) => now.includes(item) && !from.get(userId)!.get(id)!.includes(item)),
      );
    const [gains, loses] = [changed(had, has), changed(has, had)];
    if (gains.length + loses.length > 0) seen[n] = [...gains.map((item) => `+${item}`), ...loses.map((item) => `-${item}`)].join(' ');
  }
  const said: Record<number, string> = {};
  for (const { userId, gains, loses } of preview.listed) {
    const n = people.findIndex((one) => one.userId === userId);
    said[n] = [...gains.map((item) => `+${item}`), ...loses.map((item) => `-${item}`)].join(' ');
  }
  assert.deepEqual(said, seen, where);
  const withSign = (sign: string): number => Object.values(seen).filter((text) => text.includes(sign)).length;
  assert.deepEqual([preview.people, preview.gain, preview.lose], [Object.keys(seen).length, withSign('+'), withSign('-')], where);
  for (const { item, change, people: count, first } of preview.items) {
    const sign = `${change === 'gained' ? '+' : '-'}${item}`;
    const those = preview.listed.filter(({ userId }) => seen[people.findIndex((one) => one.userId === userId)]!.split(' ').includes(sign));
    assert.equal(count, those.length, `${where}: ${sign}`);
    assert.deepEqual(
      first.map(({ userId }) => userId),
      those.slice(0, 4).map(({ userId }) => userId),
      `${where}: ${sign}`,
    );
  }
  return { preview, seen };
}
