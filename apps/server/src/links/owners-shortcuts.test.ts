/**
 * Whoever owns a space is spared questions at many places, and the creator of a link often owns the space. One row for each of these places: no visitor is
 * spared the question, whatever the link allows, and whoever comes through it, its creator too.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls, itemsOfLink } from '@alcove/contract';
import type { InstanceId, LinkPermission } from '@alcove/contract';
import { listActivity } from '../activity/list-activity.ts';
import { pageOfFolder, presentItem } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller, UserContext } from '../http/index.ts';
import { newId } from '../ids.ts';
import { countVisible } from '../move-copy/count-queries.ts';
import type { Ledger } from '../move-copy/deps.ts';
import { planMerge } from '../move-copy/merge-plan.ts';
import { everythingBelow, movableBelow } from '../move-copy/merge-sources.ts';
import { moveAcross } from '../move-copy/move-across.ts';
import { authorise, closedBelow, findItems, isOwn, itemsAt, ownItemsAt, visibleAncestors } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import { reasonsAt } from '../permission/rules.ts';
import { makeNodes } from '../permission/tree.test-support.ts';
import { mayPurge, mayRecycle } from '../recycle/recycle-rules.ts';
import { member, shares } from '../sharing/sharing.test-support.ts';
import { openCompany } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { findVisitorById } from './index.ts';
import { openLink, visitorOf } from './links.test-support.ts';
import { visits } from './visiting.test-support.ts';
import type { VisitingClient } from './visiting.test-support.ts';

const { instance, link } = calls;

interface Visiting {
  name: string;
  client: VisitingClient;
  caller: Caller;
  permissions: LinkPermission[];
  /** What this visitor uploaded: one file that visitors see, and one that is highly sensitive by now. */
  mine: InstanceId;
  mineHigh: InstanceId;
}

let company: Company;
let owner: Person;
let other: Person;
const visitors: Visiting[] = [];
/**
 * The owner's tree. `linked` lies in `outer`, is shared with a colleague, and holds `file.txt`, `binned.txt` in the bin, and `high.txt` and `inner`, both
 * highly sensitive. `coming` holds files of the same names.
 */
let ids: Record<'outer' | 'linked' | 'inner' | 'file' | 'high' | 'binned' | 'sibling' | 'coming', InstanceId>;
let fileSharingId: string;

const asks: LinkPermission[][] = [['preview'], ['download'], ['preview', 'edit'], ['upload']];

before(async () => {
  company = await openCompany();
  [owner, other] = [await company.person(), await company.person()];
  const upload = async (name: string, folder: InstanceId) => (await owner.uploads(name, name, folder)).instanceId;
  const outer = (await owner.folder('outer')).instanceId;
  const linked = (await owner.folder('linked', outer)).instanceId;
  const coming = (await owner.folder('coming')).instanceId;
  const [inner, file, high, binned, sibling] = [
    (await owner.folder('inner', linked)).instanceId,
    await upload('file.txt', linked),
    await upload('high.txt', linked),
    await upload('binned.txt', linked),
    await upload('sibling.txt', outer),
  ];
  for (const name of ['file.txt', 'high.txt']) await upload(name, coming);
  ids = { outer, linked, inner, file, high, binned, sibling, coming };
  await owner.call(instance.remove, { instanceIds: [binned] });
  fileSharingId = await shares(owner, linked, [member(other, 'manager')]);
  const like = company.database.selectFrom('instance').select(['space_id', 'blob_id']).where('id', '=', file);
  const { space_id: spaceId, blob_id: blobId } = await like.executeTakeFirstOrThrow();
  for (const permissions of asks)
    for (const [who, person] of [
      ['a stranger', undefined],
      ['a colleague', other],
      ['the creator', owner],
    ] as const) {
      const linkId = await openLink(company.database, { creatorId: owner.userId, instanceId: linked, permissions });
      if (person === other) await company.database.updateTable('link').set({ visitor_type: 'login' }).where('id', '=', linkId).execute();
      const client = await visits(company, linkId, person);
      const session = person ? { ...visitorOf(newId()), userId: person.userId } : null;
      const caller = (await findVisitorById(company.database, client.visitorId, session))!;
      const name = `${who}, ${permissions.join(' and ')}`;
      const [mine, mineHigh] = [newId<InstanceId>(), newId<InstanceId>()];
      const brought = { parentId: linked, creatorId: owner.userId, blobId };
      const nodes = [
        { ...brought, id: mine, name: `of ${name}.txt` },
        { ...brought, id: mineHigh, name: `high of ${name}.txt` },
      ];
      await makeNodes(company.database, spaceId, nodes);
      await company.database.updateTable('instance').set({ visitor_id: client.visitorId }).where('id', 'in', [mine, mineHigh]).execute();
      visitors.push({ name, client, caller, permissions, mine, mineHigh });
    }
  // A person who raised it would end the links.
  const raised = [inner, high, ...visitors.map(({ mineHigh }) => mineHigh)];
  await company.database.updateTable('instance').set({ sensitivity: 'high' }).where('id', 'in', raised).execute();
});
after(() => company.close());

const placeOf = async (caller: Pick<Caller, 'userId' | 'visitor' | 'fileSharingId'>, id: InstanceId): Promise<ItemContext> =>
  (await findItems(company.database, caller, [id])).get(id)!;
const context = (caller: Caller) => ({ caller, language: 'en-US' }) as UserContext;
const files = () => ({ database: company.database, nameKeys: () => Promise.resolve(null) });
const isUploader = ({ permissions }: Visiting): boolean => permissions.includes('upload');
/** What a visitor sees in the folder: uploaders their own file alone, the others what all of them uploaded, and the owner's file. */
const seen = (visitor: Visiting): InstanceId[] => (isUploader(visitor) ? [visitor.mine] : [ids.file, ...visitors.map(({ mine }) => mine)]).toSorted(); // prettier-ignore
const failsWith =
  (code: string) =>
  (error: unknown): boolean =>
    error instanceof Failure && error.code === code;
const freely: Ledger = { begin() {}, advance: () => Promise.resolve(), charge: () => Promise.resolve(true), finish: () => Promise.resolve() }; // prettier-ignore

/** The places, by the file of each and what an owner is spared there. */
const rows: Record<string, (visitor: Visiting) => Promise<void>> = {
  async 'permission/effective-queries: an owner owns the space'({ caller }) {
    for (const id of [owner.rootId, ids.outer, ids.sibling, ids.coming]) {
      const place = await placeOf(caller, id);
      assert.equal(place.effective.owns, false);
      assert.deepEqual(itemsAt(place), []);
    }
  },
  async 'permission/effective-queries: an owner keeps all rights within a share that is named'({ caller, permissions }) {
    const place = await placeOf({ ...caller, fileSharingId }, ids.linked);
    assert.equal(place.effective.owns, false);
    assert.deepEqual(itemsAt(place).toSorted(), [...itemsOfLink(permissions)].toSorted());
    assert.deepEqual(itemsAt(await placeOf({ ...caller, fileSharingId }, ids.sibling)), []);
  },
  async 'permission/resolve: an owner has every item'({ caller, permissions, mine }) {
    const allowed = [...itemsOfLink(permissions)].toSorted();
    for (const id of [ids.linked, mine]) {
      const place = await placeOf(caller, id);
      assert.deepEqual(itemsAt(place).toSorted(), allowed);
      assert.deepEqual(ownItemsAt(place), []);
    }
  },
  async 'permission/resolve: an owner needs no other reason'({ caller }) {
    const kinds = reasonsAt(await placeOf(caller, ids.linked)).map(({ source }) => source.kind);
    assert.deepEqual(kinds, ['link']);
  },
  async 'permission/rules: an owner sees all folders above'({ caller, mine }) {
    assert.deepEqual(
      visibleAncestors(await placeOf(caller, mine)).map(({ id }) => id),
      [ids.linked],
    );
  },
  async 'permission/rules: it is their own space, in which nobody else decides'({ caller }) {
    assert.equal(isOwn(await placeOf(caller, ids.linked)), false);
  },
  async 'permission/visible: an owner sees all of a list'(visitor) {
    const { items, total } = await visitor.client.call(link.queryInstancePage, { linkPath: visitor.client.linkPath, pageSize: 100 });
    assert.deepEqual(items.map(({ instanceId }) => instanceId).toSorted(), seen(visitor));
    assert.equal(total, items.length);
  },
  async 'permission/visible: an owner sees all of a tree'(visitor) {
    const { rows: count } = await countVisible(company.database, visitor.caller, await placeOf(visitor.caller, ids.linked), 'list');
    assert.equal(count, seen(visitor).length + 1);
  },
  async 'permission/closed-below: nothing in a folder is closed to its owner'({ caller }) {
    const closed = await closedBelow(company.database, caller, [await placeOf(caller, ids.linked)], 'list');
    assert.deepEqual([...closed], [ids.linked]);
  },
  async 'files/list: an owner lists the whole space'({ client, caller }) {
    const input = { parentId: ids.linked, everywhere: true, page: 1, pageSize: 10, sortField: 'instanceName', sortOrder: 'asc' } as const; // prettier-ignore
    await assert.rejects(pageOfFolder(files(), input, context(caller)), failsWith('NOT_ALLOWED'));
    assert.notEqual((await client.ask(link.queryInstancePage, { parentId: ids.linked, everywhere: true })).errcode, 0);
  },
  async 'files/present: an owner is told what is shared'({ caller }) {
    const shown = presentItem(await authorise(company.database, caller, ids.linked, 'list'), undefined, true);
    assert.deepEqual([shown.shared, shown.linkpath], [undefined, undefined]);
  },
  async 'activity/list-activity: an owner is told with whom it was shared'({ caller }) {
    const found = await authorise(company.database, caller, ids.linked, 'list');
    const recheck = () => Promise.resolve();
    const asked = { ...context(caller), ...found, needed: 'list' as const, recheck };
    const { items } = await listActivity(company.database, { instanceId: ids.linked }, asked);
    assert.ok(!items.some(({ kind }) => kind === 'shared'));
  },
  async 'move-copy/merge-sources: an owner takes all of a folder'(visitor) {
    await company.database.transaction().execute(async (transaction) => {
      const taken = await movableBelow(transaction, visitor.caller, await placeOf(visitor.caller, ids.linked))([ids.linked]);
      assert.deepEqual(taken.entries, []);
    });
  },
  async 'move-copy/move-across: an owner moves folders without being asked what is in them'({ caller }) {
    const [place, target] = [await placeOf(caller, ids.linked), await placeOf({ userId: other.userId }, other.rootId)];
    const placing = { place, target, caller, onConflict: 'fail', onFileConflict: 'skip' } as const;
    await assert.rejects(moveAcross(company.database, caller, placing, freely), failsWith('HOLDS_HIDDEN'));
  },
  async 'move-copy/merge-plan: an owner replaces each file'({ caller, permissions }) {
    await company.database.transaction().execute(async (transaction) => {
      const into = await placeOf(caller, ids.linked);
      const source = { id: ids.coming, sensitivity: 'normal' } as const;
      const below = everythingBelow(transaction);
      const plan = await planMerge(transaction, { source, into, writer: caller, onFileConflict: 'version', below });
      const replaced = permissions.includes('edit') ? 1 : 0;
      assert.deepEqual([plan.versions.length, plan.stayed], [replaced, 2 - replaced]);
    });
  },
  async 'recycle/recycle-rules: the whole bin concerns an owner'({ caller }) {
    const place = await placeOf(caller, ids.binned);
    for (const deletedBy of [owner.userId, caller.userId]) assert.equal(mayRecycle(place, deletedBy), false);
  },
  async 'recycle/recycle-rules: an owner empties the bin'({ caller }) {
    assert.equal(mayPurge(await placeOf(caller, ids.binned)), false);
  },
};

for (const [row, holds] of Object.entries(rows))
  test(row, async () => {
    assert.equal(visitors.length, 12);
    for (const visitor of visitors)
      await holds(visitor).catch((error: unknown) => {
        throw new Error(visitor.name, { cause: error });
      });
  });
