/** Random grants and random changes of file roles: what the preview says of everybody is what happens. `ALCOVE_SEED` repeats a run. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { everyItem, fileRoles, permissionItems } from '@alcove/contract';
import type { PermissionItem } from '@alcove/contract';
import type { BareGrant } from '../permission/tree.test-support.ts';
import { foretold, granted, ofDepartment, openWorld, personal, setAll, setCap } from './foretold.test-support.ts';
import type { World } from './foretold.test-support.ts';

const changes = Number(process.env['ALCOVE_CHANGES'] ?? 40);
const seed = Number(process.env['ALCOVE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
let state = seed;
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
const oneOf = <Thing>(things: readonly Thing[]): Thing => things[Math.floor(random() * things.length)]!;
const some = <Thing>(things: readonly Thing[], often: number): Thing[] => things.filter(() => random() < often);

let world: World;
before(async () => {
  world = await openWorld([null, 'division', 'division', 'team', 'team', null]);
});
after(() => world.company.close());

function randomGrants(): BareGrant[] {
  const { people, division, team, places } = world;
  const grants = new Map<string, BareGrant>();
  const roles = some(fileRoles, 0.3);
  for (let left = 2 + Math.floor(random() * 14); left > 0; left -= 1) {
    const place = oneOf(Object.values(places));
    const subject = random() < 0.6 ? personal(oneOf(people)) : ofDepartment(oneOf([division, team]));
    const giver =
      place.kind === 'personal' || random() < 0.3 ? (place.kind === 'personal' && random() < 0.6 ? people[0] : oneOf(people)) : undefined;
    const depth = oneOf(giver === undefined ? ([0, 0, 0, 1, 2, 3] as const) : ([1, 2, 3] as const));
    const one = granted(place, depth, subject, oneOf([...roles, ...fileRoles.slice(-1)]), giver);
    if (giver) {
      // A person's share of an item is one, with several receivers.
      const theirs = [...grants.values()].find(
        ({ source, grantorId, instanceId }) => source.kind === 'share' && grantorId === one.grantorId && instanceId === one.instanceId,
      );
      if (theirs) one.source = theirs.source;
    }
    grants.set([one.instanceId, one.source.id, subject.id].join(), one);
  }
  return [...grants.values()];
}

/** Place and depth, to whom, as what, from whom. */
function told({ instanceId, subject, role, source, grantorId }: BareGrant): string {
  const { people, places } = world;
  const place = Object.values(places).find(({ chain }) => chain.includes(instanceId))!;
  const numberOf = (id: string): number => people.findIndex(({ userId }) => userId === id);
  const to = subject.kind === 'person' ? `person ${numberOf(subject.id)}` : subject.id === world.team ? 'team' : 'division';
  return `${place.kind} ${place.chain.indexOf(instanceId)} ${to} ${role}${source.kind === 'share' ? ` shared by ${numberOf(grantorId)}` : ''}`;
}

test('after random changes of roles everybody has gained and lost what the preview said', async (t) => {
  t.diagnostic(`ALCOVE_SEED=${seed}`);
  let [concerned, items] = [0, 0];
  for (let n = 0; n < changes; n += 1) {
    const grants = randomGrants();
    await setAll(world, grants);
    const usual = permissionItems.filter((item) => item !== 'share');
    if (n % 4 === 0) for (const one of world.people) await setCap(world, one, oneOf([everyItem, usual, ['list', ...some(usual, 0.7)]]));
    const role = random() < 0.9 ? oneOf(grants).role : oneOf(fileRoles);
    if (role === 'forbidden') continue;
    const after: PermissionItem[] = [...(role === 'manager' ? (['personnelManagement'] as const) : []), ...some(permissionItems, random())];
    const wanted = permissionItems.filter((item) => after.includes(item));
    const { preview } = await foretold(world, role, wanted, `${role} to ${wanted.join()}, granted ${grants.map(told).join('; ')}`);
    concerned += preview.people;
    items += preview.items.length;
  }
  t.diagnostic(`${changes} changes concerned ${concerned} people and ${items} items`);
  assert.ok(concerned > changes / 4, 'people were concerned');
});
