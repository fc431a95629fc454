/**
 * On random trees with random grants, what lists, trees, sizes, archives and the search show a person is exactly what the oracle allows, and
 * so is what the first four show the visitor of a link.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { everyItem, fileRoles, itemsOfFolder, permissionItems } from '@alcove/contract';
import type { BlobId, FileRole, InstanceId, PermissionItem } from '@alcove/contract';
import { createDepartment } from '../departments/index.ts';
import { gatherArchive } from '../download/gather-archive.ts';
import { foldersOf, folderSize, narrowPageOfFolder, pageOfFolder, writtenPage } from '../files/list.ts';
import { Failure, ReadyJson } from '../http/index.ts';
import type { Caller, UserContext } from '../http/index.ts';
import { newId } from '../ids.ts';
import { visitorOf } from '../links/links.test-support.ts';
import { findByName } from '../search/find-by-name.ts';
import { releases } from '../outbound/index.ts';
import { openCompany } from '../testing/index.ts';
import type { Company } from '../testing/index.ts';
import { thorough } from '../testing/thorough.ts';
import type { HeldRoles } from './oracle.test-support.ts';
import { oracleAllows } from './oracle.test-support.ts';
import { authorise } from './authorise.ts';
import type { GrantSource } from './resolve.ts';
import { makeNodes, makeSpace, setGrants } from './tree.test-support.ts';
import type { BareGrant, Node } from './tree.test-support.ts';

let company: Company;
/** Zhao is the caller, Qian shares, Sun is the leader. */
let people: { zhao: string; qian: string; sun: string };
let departments: { own: string; above: string; other: string };
let blobId: BlobId;
before(async () => {
  company = await openCompany();
  const [zhao, qian, sun] = [await company.person(), await company.person(), await company.person()];
  people = { zhao: zhao.userId, qian: qian.userId, sun: sun.userId };
  departments = await company.database.transaction().execute(async (transaction) => {
    const above = await createDepartment(transaction, { name: '总部', parentId: null });
    const own = await createDepartment(transaction, { name: '研发中心', parentId: above });
    return { above, own, other: await createDepartment(transaction, { name: '市场部', parentId: above }) };
  });
  await company.database.updateTable('user_account').set({ department_id: departments.own }).where('id', '=', zhao.userId).execute();
  const file = await sun.uploads('12345', 'seed.txt');
  blobId = (await company.database.selectFrom('instance').select('blob_id').where('id', '=', file.instanceId).executeTakeFirstOrThrow())
    .blob_id!;
  await company.verified();
});
after(() => company.close());

const whos = ['zhao', 'qian', 'own', 'above', 'other'] as const;
type Who = (typeof whos)[number] | 'visitor';
const reach: Partial<Record<Who, number>> = { zhao: 0, own: 1, above: 2 };

interface Plan {
  /** Each node's parent is an earlier one; node 0 is the root. */
  nodes: { parent: number; isFile: boolean; byZhao: boolean; byVisitor: boolean; isHigh: boolean }[];
  grants: { node: number; to: Who; role: FileRole; source: 'space' | 'share' | 'share of qian' | 'link' | 'link of qian' }[];
}
type Given = Plan['grants'][number];
const planArb: fc.Arbitrary<Plan> = fc
  .record({
    nodes: fc.array(
      fc.record({
        parent: fc.nat(1000),
        isFile: fc.boolean(),
        byZhao: fc.boolean(),
        byVisitor: fc.boolean(),
        isHigh: fc.nat(7).map((n) => n === 0),
      }),
      { minLength: 3, maxLength: 14 },
    ),
    // Zhao's role in the whole space. Without it, most trees would show nothing at all.
    base: fc.constantFrom<FileRole[]>('viewer', 'downloader', 'editor', 'uploader', 'observer'),
    grants: fc.array(
      fc.record<Given>({
        node: fc.nat(1000),
        to: fc.constantFrom('zhao', ...whos),
        role: fc.constantFrom('forbidden', ...fileRoles),
        source: fc.constantFrom<Given['source'][]>('space', 'space', 'share', 'share of qian'),
      }),
      { minLength: 1, maxLength: 8 },
    ),
    // A link by somebody who mostly may share outside.
    link: fc.record<Given>({
      node: fc.nat(3),
      to: fc.constant('visitor'),
      role: fc.constantFrom<FileRole[]>('reader', 'sharedPerson', 'editor', 'uploader', 'uploader'),
      source: fc.constantFrom<Given['source'][]>('link', 'link of qian'),
    }),
    qian: fc.constantFrom<FileRole[]>('manager', 'sharer', 'editor'),
  })
  .map(({ nodes, base, grants, link, qian }) => ({
    nodes,
    grants: [{ node: 0, to: 'zhao', role: base, source: 'space' }, { node: 0, to: 'qian', role: qian, source: 'space' }, ...grants, link],
  }));

const caller = (): Caller => ({
  userId: people.zhao,
  sessionId: newId(),
  sessionKind: 'client',
  accountName: 'zhao',
  realName: 'zhao',
  adminItems: [],
  speedLimit: null,
});

/** A number in every name of one tree and in no other, so that a search finds nothing from earlier trees. */
let planted = 0;
const nextWord = (): string => `随机${(planted += 1).toString(36).padStart(3, '0')}`;

async function plant({ nodes, grants }: Plan) {
  const word = nextWord();
  const { spaceId, rootId } = await makeSpace(company.database, { kind: 2, ownerId: people.sun, creatorId: people.sun });
  const tree: (Node & { index: number })[] = [{ id: rootId, parentId: null, name: '', creatorId: people.sun, blobId: null, index: 0 }];
  const visitor = visitorOf(newId());
  const madeByVisitor = new Set<string>();
  const isHigh = new Set<string>();
  const linkCreatorId = grants.some(({ source }) => source === 'link of qian') ? people.qian : people.sun;
  for (const [at, { parent, isFile, byZhao, byVisitor, isHigh: high }] of nodes.entries()) {
    const folders = tree.filter((node) => node.blobId === null);
    tree.push({
      id: newId(),
      parentId: folders[parent % folders.length]!.id,
      name: `${isFile ? 'f' : 'd'}${at} ${word}`,
      creatorId: byVisitor ? linkCreatorId : byZhao ? people.zhao : people.sun,
      blobId: isFile ? blobId : null,
      index: at + 1,
    });
    if (byVisitor) madeByVisitor.add(tree.at(-1)!.id);
    if (high) isHigh.add(tree.at(-1)!.id);
  }
  await makeNodes(company.database, spaceId, tree.slice(1));
  const set = (fields: { visitor_id: string } | { sensitivity: 'high' }, ids: ReadonlySet<string>) =>
    sql`update instance set ${'visitor_id' in fields ? sql`visitor_id = ${fields.visitor_id}` : sql`sensitivity = ${fields.sensitivity}`}
      where id = any(${[...ids]}::uuid[])`.execute(company.database);
  await set({ visitor_id: visitor.userId }, madeByVisitor);
  await set({ sensitivity: 'high' }, isHigh);
  const sources: Record<Plan['grants'][number]['source'], GrantSource> = {
    space: { kind: 'group', id: spaceId },
    share: { kind: 'share', id: newId() },
    'share of qian': { kind: 'share', id: newId() },
    link: { kind: 'link', id: visitor.visitor!.linkId },
    'link of qian': { kind: 'link', id: visitor.visitor!.linkId },
  };
  const subjectOf = (to: Who): BareGrant['subject'] =>
    to === 'visitor'
      ? { kind: 'link', id: visitor.visitor!.linkId }
      : to === 'zhao' || to === 'qian'
        ? { kind: 'person', id: people[to] }
        : { kind: 'department', id: departments[to] };
  const given = new Map<string, BareGrant & { to: Who }>();
  for (const { node, to, role, source } of grants) {
    const { id: instanceId } = tree[node % tree.length]!;
    given.set(`${instanceId} ${source} ${to}`, {
      instanceId,
      to,
      subject: subjectOf(to),
      role,
      source: sources[source],
      grantorId: source.endsWith('of qian') ? people.qian : people.sun,
    });
  }
  await setGrants(company.database, [...given.values()]);
  const holding = (distanceOf: (to: Who) => number | undefined, owns: boolean): HeldRoles => ({
    owns,
    cap: everyItem,
    grants: [...given.values()].flatMap(({ to, ...grant }) => {
      const distance = distanceOf(to);
      return distance === undefined ? [] : [{ ...grant, distance }];
    }),
  });
  const zhao = holding((to) => reach[to], false);
  const givers = { [people.sun]: holding(() => undefined, true), [people.qian]: holding((to) => (to === 'qian' ? 0 : undefined), false) };
  const byId = new Map(tree.map((node) => [node.id, node]));
  const chainOf = (id: InstanceId | null): InstanceId[] => (id === null ? [] : [id, ...chainOf(byId.get(id)!.parentId)]);
  const allows = (node: Node, item: (typeof permissionItems)[number]): boolean =>
    oracleAllows({ chain: chainOf(node.id), creatorId: node.creatorId, userId: people.zhao, holding: zhao, givers }, item);
  const allowsVisitor = (node: Node, item: (typeof permissionItems)[number]): boolean =>
    oracleAllows(
      {
        chain: chainOf(node.id),
        creatorId: node.creatorId,
        visitorId: madeByVisitor.has(node.id) ? visitor.userId : null,
        high: chainOf(node.id).some((id) => isHigh.has(id)),
        userId: visitor.userId,
        holding: holding((to) => (to === 'visitor' ? 0 : undefined), false),
        givers,
      },
      item,
    );
  return { tree, allows, word, visitor, allowsVisitor };
}

const contextOf = (asker: Caller): UserContext => ({ caller: asker, language: 'en-US' }) as UserContext;
const context = (): UserContext => contextOf(caller());
/** No test here filters by keyword. */
const listing = () => ({ database: company.database, nameKeys: () => Promise.resolve(null) });
const pageInput = (parentId: InstanceId) => ({ parentId, page: 1, pageSize: 100, sortField: 'instanceName', sortOrder: 'asc' }) as const;

/** Other trees with each run, so a few are enough. `ALCOVE_TREES=5000` makes a long run of it. */
const trees = Number(process.env['ALCOVE_TREES'] ?? (thorough ? 400 : 50));
const rounds = thorough ? 4 : 1;
for (let round = 1; round <= rounds; round += 1)
  test(`random trees: pages, folder trees, sizes and archives hold exactly what the oracle shows, ${round} of ${rounds}`, () =>
    randomTrees());

async function randomTrees(): Promise<void> {
  const numRuns = trees / rounds;
  let compared = 0;
  let filtered = 0;
  let found = 0;
  let visited = 0;
  await fc.assert(
    fc.asyncProperty(planArb, async (plan) => {
      const { tree, allows, word, visitor, allowsVisitor } = await plant(plan);
      // Plans made for the few rows of the first trees would scan the rows of all.
      if (planted % 50 === 0) await sql`analyze`.execute(company.database);
      found += await searchFinds(tree, allows, word);
      for (const [asker, may] of [
        [caller(), allows],
        [{ ...visitor, sessionKind: 'client' }, allowsVisitor],
      ] as const) {
        const seen = await folderByFolder(tree, asker, may);
        compared += seen.compared;
        filtered += seen.filtered;
        if (asker.visitor) visited += seen.compared;
      }
      // Otherwise the next search would consider the grants of all earlier trees.
      await sql`delete from file_grant`.execute(company.database);
    }),
    { numRuns },
  );
  assert.ok(found > numRuns, `${found} found`);
  assert.ok(visited > numRuns / 2, `${visited} folders seen by visitors`);
  assert.ok(compared > numRuns && filtered > numRuns / 10, `${compared} folders, ${filtered} of them with something hidden`);
}

/** What the text of an answer says. */
async function read<Data>(answer: Promise<ReadyJson<Data> | unknown>): Promise<Data> {
  const written = await answer;
  assert.ok(written instanceof ReadyJson);
  return (JSON.parse(written.body.toString()) as { data: Data }).data;
}

/** Compares every folder; what is below the top is compared as a whole too. Returns how many were open, and how many of them not wholly. */
async function folderByFolder(
  tree: readonly Node[],
  asker: Caller,
  may: (node: Node, item: PermissionItem) => boolean,
): Promise<{ compared: number; filtered: number }> {
  let [compared, filtered] = [0, 0];
  for (const folder of tree.filter((node) => node.blobId === null)) {
    const all = tree.filter((node) => node.parentId === folder.id);
    const seen = all.filter((node) => may(node, 'list'));
    if (!may(folder, 'list')) {
      await assert.rejects(pageOfFolder(listing(), pageInput(folder.id), contextOf(asker)), isHidden);
      continue;
    }
    const page = await pageOfFolder(listing(), pageInput(folder.id), contextOf(asker));
    assert.deepEqual(page.items.map((item) => item.instanceId).sort(), seen.map((node) => node.id).sort());
    assert.equal(page.total, seen.length);
    assert.deepEqual(await read(writtenPage(listing(), pageInput(folder.id), contextOf(asker))), page);
    assert.deepEqual(itemsOfFolder(await read(narrowPageOfFolder(listing(), pageInput(folder.id), contextOf(asker)))), page);
    for (const item of page.items) {
      const node = seen.find((one) => one.id === item.instanceId)!;
      assert.deepEqual(
        item.fileAuth,
        permissionItems.filter((one) => may(node, one)),
      );
    }
    const folders = await foldersOf(company.database, folder.id, contextOf(asker));
    assert.deepEqual(
      folders.map((item) => item.instanceId).sort(),
      seen
        .filter((node) => node.blobId === null)
        .map((node) => node.id)
        .sort(),
    );
    compared += 1;
    if (seen.length < all.length) filtered += 1;

    // The rest is checked only from the top: it includes every other folder.
    if (folder.parentId !== null) continue;
    // Only items that can be reached through listed folders.
    const reachable = (id: InstanceId): Node[] =>
      tree
        .filter((node) => node.parentId === id && may(node, 'list'))
        .flatMap((node) => [node, ...(node.blobId === null ? reachable(node.id) : [])]);
    if (may(folder, 'attribute')) {
      const under = reachable(folder.id);
      const { place } = await authorise(company.database, asker, folder.id, 'attribute');
      const size = await folderSize(company.database, { caller: asker, place });
      assert.equal(size.files, under.filter((node) => node.blobId !== null).length);
      assert.equal(size.folders, under.filter((node) => node.blobId === null).length);
    }
    if (may(folder, 'download')) {
      const { archive } = await gatherArchive({ ...company, serviceConfig: company.alcove.serviceConfig, releases }, asker, {
        instanceIds: [folder.id],
        language: 'en-US',
        moment: new Date(),
      });
      const loadable = (id: InstanceId): number =>
        tree
          .filter((node) => node.parentId === id && may(node, 'download'))
          .reduce((sum, node) => sum + (node.blobId === null ? loadable(node.id) : 1), 0);
      assert.equal(archive.files, loadable(folder.id));
    }
  }
  return { compared, filtered };
}

/**
 * Searches for a word in every name: finds exactly the items that may be searched, wherever they are. With a folder in the bin, it does not
 * find what is below that folder.
 */
async function searchFinds(tree: readonly Node[], allows: (node: Node, item: PermissionItem) => boolean, keyword: string): Promise<number> {
  const search = { keyword, scope: 'all', filter: {}, most: 1000, named: false } as const;
  const ids = async () => (await findByName(company.database, caller(), search)).map(({ id }) => id).sort();
  const seen = tree.filter((node) => node.parentId !== null && allows(node, 'list') && allows(node, 'search'));
  assert.deepEqual(await ids(), seen.map(({ id }) => id).sort());

  const binned = tree.find((node) => node.parentId !== null && node.blobId === null);
  if (!binned) return seen.length;
  const setBin = (deletedAt: Date | null) =>
    company.database.updateTable('instance').set({ deleted_at: deletedAt }).where('id', '=', binned.id).execute();
  const under = (node: Node): boolean => node.id === binned.id || tree.some((one) => one.id === node.parentId && under(one));
  await setBin(new Date());
  assert.deepEqual(
    await ids(),
    seen
      .filter((node) => !under(node))
      .map(({ id }) => id)
      .sort(),
  );
  await setBin(null);
  return seen.length;
}

const isHidden = (error: unknown): boolean => error instanceof Failure && error.code === 'FILE_NOT_FOUND';

test('a grant of another space that an item brings along counts for nothing', async () => {
  const from = await makeSpace(company.database, { kind: 2, ownerId: people.sun, creatorId: people.sun });
  const into = await makeSpace(company.database, { kind: 2, ownerId: people.qian, creatorId: people.qian });
  const item = { id: newId<InstanceId>(), parentId: into.rootId, name: 'moved', creatorId: people.sun, blobId: null };
  await makeNodes(company.database, into.spaceId, [item]);
  const subject = { kind: 'person', id: people.zhao } as const;
  await setGrants(company.database, [
    { instanceId: item.id, subject, role: 'manager', source: { kind: 'group', id: from.spaceId }, grantorId: people.sun },
    {
      instanceId: item.id,
      subject: { kind: 'department', id: departments.own },
      role: 'manager',
      source: { kind: 'department', id: from.spaceId },
      grantorId: people.sun,
    },
    // The giver has no permission there any more.
    { instanceId: item.id, subject, role: 'manager', source: { kind: 'share', id: newId() }, grantorId: people.sun },
  ]);
  await assert.rejects(pageOfFolder(listing(), pageInput(item.id), context()), isHidden);
});
