/** Whoever has something in the same place in another way neither loses nor gains it: what the preview of a file role says is what happens. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { defaultRoleItems, employeeItems, everyItem } from '@alcove/contract';
import type { FileRole, PermissionItem } from '@alcove/contract';
import type { BareGrant } from '../permission/tree.test-support.ts';
import { foretold, granted, ofDepartment, openWorld, personal, setAll, setCap } from './foretold.test-support.ts';
import type { World } from './foretold.test-support.ts';

let world: World;
before(async () => {
  world = await openWorld([null, 'division', 'division', 'team', null, 'team']);
});
after(() => world.company.close());

const less = (role: FileRole, ...items: PermissionItem[]) => defaultRoleItems[role].filter((item) => !items.includes(item));
const more = (role: FileRole, ...items: PermissionItem[]) => [...defaultRoleItems[role], ...items];

/** Sets the grants, and returns of each person what happens, by number, and in how many places the preview says that it does. */
async function happens(grants: readonly BareGrant[], role: FileRole, items: readonly PermissionItem[]) {
  await setAll(world, grants);
  const { preview, seen } = await foretold(world, role, items, 'as foretold');
  const numbers = preview.listed.map(({ userId, places }) => [world.people.findIndex((one) => one.userId === userId), places]);
  return { seen, places: Object.fromEntries(numbers) as Record<number, number>, items: preview.items };
}

test('in a department’s space: a person’s own level beats the department’s, higher or lower, and so does a nearer one', async () => {
  const { division, team, people, places } = world;
  const place = places.department;
  const [, , colleague, member, outsider] = people as [never, never, ...World['people']];
  // The colleague reads in person, so the department's level was never theirs.
  const { seen, places: counts } = await happens(
    [
      granted(place, 0, ofDepartment(division), 'editor'),
      granted(place, 0, personal(colleague!), 'reader'),
      granted(place, 1, personal(member!), 'editor'),
      granted(place, 2, personal(outsider!), 'editor'),
    ],
    'editor',
    less('editor', 'tag'),
  );
  assert.deepEqual(seen, { 1: '-tag', 3: '-tag', 4: '-tag', 5: '-tag' });
  assert.deepEqual(counts, { 1: 1, 3: 2, 4: 1, 5: 1 });
  // The team's level is nearer than the division's.
  const nearer = await happens(
    [granted(place, 0, ofDepartment(division), 'editor'), granted(place, 0, ofDepartment(team), 'viewer')],
    'editor',
    less('editor', 'tag'),
  );
  assert.deepEqual(nearer.seen, { 1: '-tag', 2: '-tag' });
  assert.deepEqual(
    nearer.items.map(({ item, people: n, unaffected }) => [item, n, unaffected]),
    [['tag', 2, 2]],
  );
});

test('nobody gains or loses where access is forbidden to them; above it they do', async () => {
  const { division, people, places } = world;
  const place = places.department;
  const [, , colleague, member] = people as [never, never, ...World['people']];
  const { seen, items } = await happens(
    [
      granted(place, 0, ofDepartment(division), 'viewer'),
      granted(place, 0, personal(colleague!), 'forbidden'),
      granted(place, 1, personal(member!), 'forbidden'),
    ],
    'viewer',
    more('viewer', 'download'),
  );
  assert.deepEqual(seen, { 1: '+download', 3: '+download', 5: '+download' });
  assert.deepEqual(
    items.map(({ unaffected }) => unaffected),
    [1],
  );
});

test('in a group: only members, its leader not, and not below where a nearer level decides', async () => {
  const { division, people, places } = world;
  const place = places.group;
  const [, , colleague, member, outsider] = people as [never, never, ...World['people']];
  const { seen } = await happens(
    [
      granted(place, 0, ofDepartment(division), 'viewer'),
      granted(place, 0, personal(colleague!), 'downloader'),
      granted(place, 1, ofDepartment(division), 'downloader'),
      // They are no member of the group.
      granted(place, 1, personal(outsider!), 'downloader'),
      granted(place, 2, personal(member!), 'editor'),
    ],
    'downloader',
    less('downloader', 'copy', 'download'),
  );
  // Person 1 leads the group.
  assert.deepEqual(seen, { 2: '-download -copy', 3: '-download -copy', 5: '-download -copy' });
  // For person 3 the file is still theirs to download, but not what is in the outer folder.
  const covered = await happens(
    [granted(place, 0, personal(member!), 'editor'), granted(place, 0, ofDepartment(division), 'downloader')],
    'downloader',
    less('downloader', 'download'),
  );
  assert.deepEqual(covered.seen, { 2: '-download', 5: '-download' });
});

test('a share adds to the space’s level, so what both give is not lost', async () => {
  const { division, people, places } = world;
  const place = places.personal;
  const [owner, , colleague, member] = people as [World['people'][0], never, ...World['people']];
  const { seen, places: counts } = await happens(
    [
      granted(place, 1, ofDepartment(division), 'downloader', owner),
      granted(place, 1, personal(colleague!), 'editor', owner),
      granted(place, 2, personal(member!), 'editor', owner),
    ],
    'downloader',
    less('downloader', 'download', 'copy'),
  );
  // Person 3 keeps it in the inner folder only.
  assert.deepEqual(seen, { 1: '-download -copy', 3: '-download -copy', 5: '-download -copy' });
  assert.deepEqual(counts, { 1: 1, 3: 1, 5: 1 });
  // On the shared folder itself nobody renames, in it they do.
  const below = await happens([granted(place, 1, personal(colleague!), 'editor', owner)], 'editor', less('editor', 'rename'));
  assert.deepEqual(below.seen, { 2: '-rename' });
  const file = await happens([granted(place, 3, personal(colleague!), 'editor', owner)], 'editor', less('editor', 'rename'));
  assert.deepEqual(file.seen, {});
});

test('whoever got a share from somebody with the role loses with them, and all of it with the right to share', async () => {
  const { people, places } = world;
  const place = places.department;
  const [, , colleague, member, outsider] = people as [never, never, ...World['people']];
  const grants = [granted(place, 0, personal(colleague!), 'editor'), granted(place, 1, personal(outsider!), 'viewer', colleague)];
  const one = await happens(grants, 'editor', less('editor', 'comment'));
  assert.deepEqual(one.seen, { 2: '-comment', 4: '-comment' });
  const all = await happens(grants, 'editor', less('editor', 'copy'));
  assert.deepEqual(all.seen[2], '-copy');
  assert.ok(all.seen[4]!.includes('-list') && all.seen[4]!.includes('-preview'), all.seen[4]);
  assert.deepEqual(
    all.items.filter(({ item }) => ['list', 'copy'].includes(item)).map(({ item, people: n, unaffected }) => [item, n, unaffected]),
    [
      ['list', 1, 0],
      ['copy', 1, 0],
    ],
  );
  // The giver has it by their department as well.
  const kept = await happens(
    [...grants, granted(place, 1, personal(colleague!), 'sharer'), granted(place, 1, personal(member!), 'viewer', colleague)],
    'editor',
    less('editor', 'copy'),
  );
  assert.deepEqual(kept.seen, { 2: '-copy' });
});

test('drop boxes, what company roles do not allow, what has ended, frozen people, and the bin', async () => {
  const { division, people, places, company } = world;
  const place = places.department;
  const [, , colleague, member, outsider] = people as [never, never, ...World['people']];
  const box = await happens([granted(place, 0, ofDepartment(division), 'uploader')], 'uploader', more('uploader', 'download'));
  assert.deepEqual(Object.keys(box.seen), ['1', '2', '3', '5']);

  await setCap(
    world,
    colleague!,
    employeeItems.filter((item) => item !== 'tag'),
  );
  const capped = await happens([granted(place, 0, ofDepartment(division), 'editor')], 'editor', less('editor', 'tag'));
  assert.deepEqual(Object.keys(capped.seen), ['1', '3', '5']);
  assert.deepEqual(
    capped.items.map(({ unaffected }) => unaffected),
    [1],
  );
  await setCap(world, colleague!, everyItem);

  const ended = { ...granted(place, 0, personal(outsider!), 'editor'), expiresAt: new Date(Date.now() - 1000) };
  assert.deepEqual((await happens([ended], 'editor', less('editor', 'tag'))).seen, {});

  const freeze = (at: Date | null) =>
    company.database.updateTable('user_account').set({ frozen_at: at }).where('id', '=', member!.userId).execute();
  await freeze(new Date());
  const without = [granted(place, 0, ofDepartment(division), 'editor'), granted(place, 1, personal(outsider!), 'viewer', member)];
  assert.deepEqual(Object.keys((await happens(without, 'editor', less('editor', 'tag', 'comment'))).seen), ['1', '2', '5']);
  await freeze(null);

  await sql`update instance set deleted_at = now() where id = ${place.chain[1]}`.execute(company.database);
  assert.deepEqual((await happens([granted(place, 1, personal(outsider!), 'editor')], 'editor', less('editor', 'tag'))).seen, {});
  await sql`update instance set deleted_at = null where id = ${place.chain[1]}`.execute(company.database);
});
