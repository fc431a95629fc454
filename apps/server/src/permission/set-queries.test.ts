/** Many items asked for together are what each is alone: the same folders above, grants, givers and names. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import { newId } from '../ids.ts';
import { group, member, shares } from '../sharing/sharing.test-support.ts';
import { openCompany } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { findItems } from './item-queries.ts';
import type { ItemContext } from './rules.ts';
import { setGrants } from './tree.test-support.ts';

let company: Company;
let [leader, smith, stranger]: Person[] = [];
let ids: InstanceId[];
before(async () => {
  company = await openCompany();
  [leader, smith, stranger] = [await company.person(), await company.person(), await company.person()];
  const { rootId, spaceId } = await group(company, leader!, [[smith!, 'editor']]);
  const open = (await leader!.folder('open', rootId)).instanceId;
  const closed = (await leader!.folder('closed', open)).instanceId;
  const inClosed = (await leader!.uploads('in closed', 'a.txt', closed)).instanceId;
  const inOpen = (await smith!.uploads('in open', '报告 📄.txt', open)).instanceId;
  const toPerson = (instanceId: InstanceId, role: 'forbidden' | 'viewer') => ({
    instanceId,
    subject: { kind: 'person' as const, id: smith!.userId },
    role,
    source: { kind: 'group' as const, id: spaceId },
    grantorId: leader!.userId,
  });
  await setGrants(company.database, [toPerson(closed, 'forbidden'), toPerson(inOpen, 'viewer')]);
  await shares(smith!, open, [member(stranger!, 'viewOnly')]);

  const outer = (await leader!.folder('outer')).instanceId;
  const shared = (await leader!.folder('shared', outer)).instanceId;
  const below = (await leader!.uploads('below', 'b.txt', shared)).instanceId;
  const beside = (await leader!.uploads('beside', 'c.txt', outer)).instanceId;
  await shares(leader!, shared, [member(smith!, 'viewOnly')]);
  const inBin = (await leader!.folder('in the bin', outer)).instanceId;
  const belowBin = (await leader!.uploads('below the bin', 'd.txt', inBin)).instanceId;
  await sql`update instance set deleted_at = now() where id = ${inBin}`.execute(company.database);
  await sql`update instance set sensitivity = 'high' where id = ${shared}`.execute(company.database);

  const own = (await smith!.folder('own')).instanceId;
  const inOwn = (await smith!.uploads('in own', 'e.txt', own)).instanceId;
  ids = [
    rootId as InstanceId,
    open,
    closed,
    inClosed,
    inOpen,
    outer,
    shared,
    below,
    beside,
    inBin,
    belowBin,
    own,
    inOwn,
    smith!.rootId,
    newId<InstanceId>(),
  ];
});
after(() => company.close());

const told = (place: ItemContext | undefined) => {
  if (!place) return undefined;
  const sorted = <Value>(values: readonly Value[]): string[] => values.map((value) => JSON.stringify(value)).toSorted();
  const { effective, ...rest } = place;
  const holding = ({ owns, cap, grants }: Pick<ItemContext['effective'], 'owns' | 'cap' | 'grants'>) => ({ owns, cap: sorted(cap), grants: sorted(grants) }); // prettier-ignore
  const givers = Object.entries(effective.givers).map(([id, held]) => [id, holding(held)]);
  return { ...rest, userId: effective.userId, ...holding(effective), givers: Object.fromEntries(givers) as unknown };
};

test('each of many items is told as it is told alone, whoever asks, and whatever they asked for before', async () => {
  for (const person of [leader!, smith!, stranger!])
    for (const expected of [undefined, person.rootId, ids[0]!]) {
      const alone = new Map<InstanceId, ItemContext>();
      for (const id of ids) {
        const place = (await findItems(company.database, { userId: person.userId }, [id])).get(id);
        if (place) alone.set(id, place);
      }
      assert.equal(alone.size, ids.length - 1);
      // A caller who was last in their own space, or elsewhere, is first asked there.
      const caller = { userId: person.userId };
      if (expected) await findItems(company.database, caller, [expected]);
      const together = await findItems(company.database, caller, ids);
      assert.equal(together.size, alone.size);
      for (const id of ids) assert.deepEqual(told(together.get(id)), told(alone.get(id)));
    }
});

test('of more than a thousand items none is missing', async () => {
  const { database } = company;
  await sql`insert into instance (id, space_id, parent_id, is_file, name, folded_name, creator_id, editor_id)
    select gen_random_uuid(), s.id, s.root_id, false, 'n' || n, 'n' || n, s.owner_id, s.owner_id
    from space s, generate_series(1, 2500) n where s.root_id = ${smith!.rootId}`.execute(database);
  const { rows } = await sql<{ id: InstanceId }>`select id from instance where parent_id = ${smith!.rootId}`.execute(database);
  const found = await findItems(
    database,
    { userId: smith!.userId },
    rows.map(({ id }) => id),
  );
  assert.equal(found.size, rows.length);
  assert.ok([...found.values()].every(({ live, effective }) => live && effective.owns));
});
