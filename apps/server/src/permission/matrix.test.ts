/**
 * Every role, given in every way, tried with every call that a permission item guards: the answers are compared with the oracle. A refused
 * call reveals no name and changes nothing.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { calls, encodeName, everyItem, failures, fileRoles, permissionItems, spaceKinds } from '@alcove/contract';
import type { BlobId, Call, FailureCode, FileRole, Instance, InstanceId, PermissionItem, SpaceId } from '@alcove/contract';
import { createDepartment } from '../departments/index.ts';
import { Failure } from '../http/index.ts';
import { newId } from '../ids.ts';
import { isItsTurn, leftOut, openCompany, sessionCookie, thorough, turn, turnOf } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { authoriseEach } from './authorise.ts';
import type { HeldRoles, LookCase } from './oracle.test-support.ts';
import { oracleAllows, oracleAllowsLook } from './oracle.test-support.ts';
import { findItems } from './item-queries.ts';
import type { Grant, GrantSource } from './resolve.ts';
import { itemsAt, ownItemsAt } from './rules.ts';
import { makeNodes, makeSpace, setGrants, setOnlyRole } from './tree.test-support.ts';

let company: Company;
/** Zhao is the caller, the leader owns the group, and Qian is a member who shares. */
let [zhao, leader, qian]: Person[] = [];
let departments: { own: string; above: string; other: string };
let blobId: BlobId;
before(async () => {
  company = await openCompany();
  [zhao, leader, qian] = [await company.person(), await company.person(), await company.person()];
  const { database } = company;
  departments = await database.transaction().execute(async (transaction) => {
    const above = await createDepartment(transaction, { name: '总部', parentId: null });
    const own = await createDepartment(transaction, { name: '研发中心', parentId: above });
    return { above, own, other: await createDepartment(transaction, { name: '市场部', parentId: above }) };
  });
  await database.updateTable('user_account').set({ department_id: departments.own }).where('id', '=', zhao!.userId).execute();
  const file = await leader!.uploads('12345', 'seed.txt');
  blobId = (await database.selectFrom('instance').select('blob_id').where('id', '=', file.instanceId).executeTakeFirstOrThrow()).blob_id!;
  await company.verified();
});
after(() => company.close());

const places = ['file', 'inner', 'outer', 'root'] as const;
type PlaceName = (typeof places)[number];
type Who = 'visitor' | 'zhao' | 'own department' | 'department above' | 'other department' | 'qian';
interface Given {
  on: PlaceName;
  to: Who;
  role: FileRole;
  from: 'space' | 'a share' | 'another share' | 'a link' | 'another link';
  by?: 'leader' | 'qian';
  expired?: true;
}
interface Way {
  kind: 'group' | 'department' | 'personal';
  given(role: FileRole): Given[];
  qianFrozen?: true;
  zhaoOwns?: true;
  zhaoMadeIt?: true;
  visitorMadeIt?: true;
  /** The level of the middle folder. */
  high?: true;
}
const to = 'zhao';
/** The ways to get a permission. Each is tried with each of the twelve roles. */
const ways: Record<string, Way> = {
  'not at all': { kind: 'group', given: () => [] },
  'as the owner': { kind: 'personal', zhaoOwns: true, given: () => [] },
  'as the leader, whatever else is given': { kind: 'group', zhaoOwns: true, given: (role) => [{ on: 'inner', to, role, from: 'space' }] },
  'by a group level': { kind: 'group', given: (role) => [{ on: 'root', to, role, from: 'space' }] },
  'by a group level, on what they made': { kind: 'group', zhaoMadeIt: true, given: (role) => [{ on: 'root', to, role, from: 'space' }] },
  'by a second-level grant': {
    kind: 'group',
    given: (role) => [
      { on: 'root', to, role: 'editor', from: 'space' },
      { on: 'inner', to, role, from: 'space' },
    ],
  },
  'by a second-level grant on the file': {
    kind: 'group',
    given: (role) => [
      { on: 'root', to, role: 'viewer', from: 'space' },
      { on: 'file', to, role, from: 'space' },
    ],
  },
  'by a second-level grant without being a member': { kind: 'group', given: (role) => [{ on: 'inner', to, role, from: 'space' }] },
  'by a second-level grant, a member by department': {
    kind: 'group',
    given: (role) => [
      { on: 'root', to: 'department above', role: 'viewer', from: 'space' },
      { on: 'inner', to, role, from: 'space' },
    ],
  },
  'above a second-level grant': {
    kind: 'group',
    given: (role) => [
      { on: 'root', to, role, from: 'space' },
      { on: 'inner', to, role: 'viewer', from: 'space' },
    ],
  },
  'forbidden above': {
    kind: 'group',
    given: (role) => [
      { on: 'root', to, role: 'forbidden', from: 'space' },
      { on: 'inner', to, role, from: 'space' },
    ],
  },
  'forbidden below': {
    kind: 'group',
    given: (role) => [
      { on: 'root', to, role, from: 'space' },
      { on: 'file', to, role: 'forbidden', from: 'space' },
    ],
  },
  'by their department': { kind: 'department', given: (role) => [{ on: 'root', to: 'own department', role, from: 'space' }] },
  'by a department above': { kind: 'department', given: (role) => [{ on: 'root', to: 'department above', role, from: 'space' }] },
  'by a department that is not theirs': {
    kind: 'department',
    given: (role) => [{ on: 'root', to: 'other department', role, from: 'space' }],
  },
  'near department beside one above': {
    kind: 'group',
    given: (role) => [
      { on: 'root', to: 'department above', role: 'manager', from: 'space' },
      { on: 'root', to: 'own department', role, from: 'space' },
    ],
  },
  'in person beside their department': {
    kind: 'group',
    given: (role) => [
      { on: 'root', to: 'own department', role: 'manager', from: 'space' },
      { on: 'root', to, role, from: 'space' },
    ],
  },
  'department below, person above': {
    kind: 'group',
    given: (role) => [
      { on: 'inner', to: 'own department', role, from: 'space' },
      { on: 'root', to, role: 'manager', from: 'space' },
    ],
  },
  'by a share of the owner': { kind: 'personal', given: (role) => [{ on: 'outer', to, role, from: 'a share' }] },
  'by a share with their department': {
    kind: 'personal',
    given: (role) => [{ on: 'outer', to: 'department above', role, from: 'a share' }],
  },
  'by a share of the file alone': { kind: 'personal', given: (role) => [{ on: 'file', to, role, from: 'a share' }] },
  'by nested shares': {
    kind: 'personal',
    given: (role) => [
      { on: 'outer', to, role, from: 'a share' },
      { on: 'file', to, role: 'viewer', from: 'another share' },
    ],
  },
  'by a share that has ended': { kind: 'personal', given: (role) => [{ on: 'outer', to, role, from: 'a share', expired: true }] },
  'by a share of a member who may download': {
    kind: 'group',
    given: (role) => [
      { on: 'root', to: 'qian', role: 'downloader', from: 'space' },
      { on: 'outer', to, role, from: 'a share', by: 'qian' },
    ],
  },
  'by a share of all, while the giver has that role': {
    kind: 'group',
    given: (role) => [
      { on: 'root', to: 'qian', role, from: 'space' },
      { on: 'outer', to, role: 'manager', from: 'a share', by: 'qian' },
    ],
  },
  'by a share of someone who is forbidden it now': {
    kind: 'group',
    given: (role) => [
      { on: 'root', to: 'qian', role: 'manager', from: 'space' },
      { on: 'inner', to: 'qian', role: 'forbidden', from: 'space' },
      { on: 'outer', to, role, from: 'a share', by: 'qian' },
    ],
  },
  'by a share of a share': {
    kind: 'personal',
    given: (role) => [
      { on: 'outer', to: 'qian', role: 'manager', from: 'a share' },
      { on: 'outer', to, role, from: 'another share', by: 'qian' },
    ],
  },
  'by a share of someone who was frozen': {
    kind: 'group',
    qianFrozen: true,
    given: (role) => [
      { on: 'root', to: 'qian', role: 'manager', from: 'space' },
      { on: 'outer', to, role, from: 'a share', by: 'qian' },
    ],
  },
  'by a share beside a level': {
    kind: 'group',
    given: (role) => [
      { on: 'root', to, role: 'viewer', from: 'space' },
      { on: 'outer', to, role, from: 'a share' },
    ],
  },
  'by a share although the group forbids it': {
    kind: 'group',
    given: (role) => [
      { on: 'root', to, role: 'forbidden', from: 'space' },
      { on: 'outer', to, role, from: 'a share' },
    ],
  },
};

/** The ways in which a link gives something to its visitor. Each is tried with each role that a grant of a link can name. */
const linkWays: Record<string, Way> = {
  'by a link of the owner': { kind: 'personal', given: (role) => [{ on: 'outer', to: 'visitor', role, from: 'a link' }] },
  'by a link to the file alone': { kind: 'personal', given: (role) => [{ on: 'file', to: 'visitor', role, from: 'a link' }] },
  'by a link, on what they uploaded': {
    kind: 'personal',
    visitorMadeIt: true,
    given: (role) => [{ on: 'outer', to: 'visitor', role, from: 'a link' }],
  },
  'by a link above what is highly sensitive': {
    kind: 'personal',
    high: true,
    given: (role) => [{ on: 'outer', to: 'visitor', role, from: 'a link' }],
  },
  'by a link that has ended': {
    kind: 'personal',
    given: (role) => [{ on: 'outer', to: 'visitor', role, from: 'a link', expired: true }],
  },
  'by another link of the same creator': {
    kind: 'personal',
    given: (role) => [
      { on: 'file', to: 'visitor', role, from: 'a link' },
      { on: 'outer', to: 'zhao', role: 'editor', from: 'another link' },
    ],
  },
  'by a link beside a share': {
    kind: 'personal',
    given: (role) => [
      { on: 'inner', to: 'visitor', role, from: 'a link' },
      { on: 'outer', to: 'zhao', role: 'manager', from: 'a share' },
    ],
  },
  ...Object.fromEntries(
    fileRoles.map((held): [string, Way] => [
      `by a link of a member who is ${held}`,
      {
        kind: 'group',
        given: (role) => [
          { on: 'root', to: 'qian', role: held, from: 'space' },
          { on: 'outer', to: 'visitor', role, from: 'a link', by: 'qian' },
        ],
      },
    ]),
  ),
  'by a link of someone who is forbidden it now': {
    kind: 'group',
    given: (role) => [
      { on: 'root', to: 'qian', role: 'manager', from: 'space' },
      { on: 'inner', to: 'qian', role: 'forbidden', from: 'space' },
      { on: 'outer', to: 'visitor', role, from: 'a link', by: 'qian' },
    ],
  },
  'by a link of someone who only has a share': {
    kind: 'personal',
    given: (role) => [
      { on: 'outer', to: 'qian', role: 'manager', from: 'a share' },
      { on: 'outer', to: 'visitor', role, from: 'a link', by: 'qian' },
    ],
  },
  'by a link of someone who was frozen': {
    kind: 'group',
    qianFrozen: true,
    given: (role) => [
      { on: 'root', to: 'qian', role: 'manager', from: 'space' },
      { on: 'outer', to: 'visitor', role, from: 'a link', by: 'qian' },
    ],
  },
};

interface Tree {
  ids: Record<PlaceName, InstanceId>;
  names: Record<PlaceName, string>;
  creatorId: string;
}

type Allows = (target: PlaceName, item: PermissionItem) => boolean;

const newVisitor = () => ({ userId: newId(), visitor: { linkId: newId() } });

async function plant(
  way: Way,
  role: FileRole,
  cap: readonly PermissionItem[] = everyItem,
  visitor = newVisitor(),
): Promise<{ tree: Tree; allows: Allows; allowsVisitor: Allows }> {
  const { database } = company;
  const owner = way.zhaoOwns ? zhao! : leader!;
  const creatorId = way.zhaoMadeIt ? zhao!.userId : owner.userId;
  const { spaceId, rootId } =
    way.kind === 'personal'
      ? {
          spaceId: (await database.selectFrom('space').select('id').where('root_id', '=', owner.rootId).executeTakeFirstOrThrow()).id,
          rootId: owner.rootId,
        }
      : await makeSpace(database, {
          kind: spaceKinds[way.kind],
          ownerId: way.kind === 'group' ? owner.userId : null,
          creatorId: leader!.userId,
        });
  const marker = randomUUID().slice(0, 8);
  const ids = { root: rootId, outer: newId<InstanceId>(), inner: newId<InstanceId>(), file: newId<InstanceId>() };
  const names = { root: '', outer: `外-${marker}`, inner: `内-${marker}`, file: `密-${marker}.txt` };
  await makeNodes(database, spaceId, [
    { id: ids.outer, parentId: rootId, name: names.outer, creatorId, blobId: null },
    { id: ids.inner, parentId: ids.outer, name: names.inner, creatorId, blobId: null },
    { id: ids.file, parentId: ids.inner, name: names.file, creatorId, blobId },
  ]);

  if (way.high) await database.updateTable('instance').set({ sensitivity: 'high' }).where('id', '=', ids.inner).execute();
  if (way.visitorMadeIt)
    await database.updateTable('instance').set({ visitor_id: visitor.userId }).where('id', 'in', [ids.inner, ids.file]).execute();

  const links = { 'a link': visitor.visitor.linkId, 'another link': newId() };
  const shares = { 'a share': newId(), 'another share': newId() };
  const sourceOf = (from: Given['from']): GrantSource =>
    from === 'space'
      ? { kind: way.kind === 'department' ? 'department' : 'group', id: spaceId }
      : from === 'a link' || from === 'another link'
        ? { kind: 'link', id: links[from] }
        : { kind: 'share', id: shares[from] };
  const subjects: Record<Who, Grant['subject']> = {
    visitor: { kind: 'link', id: links['a link'] },
    zhao: { kind: 'person', id: zhao!.userId },
    qian: { kind: 'person', id: qian!.userId },
    'own department': { kind: 'department', id: departments.own },
    'department above': { kind: 'department', id: departments.above },
    'other department': { kind: 'department', id: departments.other },
  };
  const grants = way.given(role).map((one) => ({
    ...one,
    grant: {
      instanceId: ids[one.on],
      // The grants of the other link are to its own visitors.
      subject: one.from === 'another link' ? { kind: 'link' as const, id: links['another link'] } : subjects[one.to],
      role: one.role,
      source: sourceOf(one.from),
      grantorId: one.by === 'qian' ? qian!.userId : owner.userId,
    },
  }));
  await setGrants(
    database,
    grants.map(({ grant, expired }) => ({ ...grant, ...(expired && { expiresAt: new Date(Date.now() - 60_000) }) })),
  );

  // How far the words above are from Zhao, for the oracle.
  const far: Partial<Record<Who, number>> = { zhao: 0, 'own department': 1, 'department above': 2 };
  const holdingOf = (distance: (to: Who) => number | undefined, owns: boolean, cap = everyItem): HeldRoles => ({
    owns,
    cap,
    grants: grants.flatMap(({ grant, to: who, expired }) => {
      const reach = distance(who);
      return reach === undefined || expired || grant.source.id === links['another link'] ? [] : [{ ...grant, distance: reach }];
    }),
  });
  const givers: Record<string, HeldRoles> = { [owner.userId]: holdingOf(() => undefined, way.kind !== 'department') };
  if (!way.qianFrozen) givers[qian!.userId] = holdingOf((who) => (who === 'qian' ? 0 : undefined), false);
  const holding = holdingOf((who) => far[who], way.zhaoOwns ?? false, cap);
  return {
    tree: { ids, names, creatorId },
    allows(target, item) {
      const chain = places.slice(places.indexOf(target)).map((name) => ids[name]);
      return oracleAllows(
        { chain, creatorId: target === 'root' ? leader!.userId : creatorId, userId: zhao!.userId, holding, givers },
        item,
      );
    },
    allowsVisitor(target, item) {
      const at = places.indexOf(target);
      const made = way.visitorMadeIt && (target === 'inner' || target === 'file');
      return oracleAllows(
        {
          chain: places.slice(at).map((name) => ids[name]),
          creatorId: target === 'root' ? leader!.userId : creatorId,
          visitorId: made ? visitor.userId : null,
          high: way.high === true && (target === 'inner' || target === 'file'),
          userId: visitor.userId,
          holding: holdingOf((who) => (who === 'visitor' ? 0 : undefined), false),
          givers,
        },
        item,
      );
    },
  };
}

interface Question {
  call: Call;
  on: PlaceName;
  item: PermissionItem;
  fields(ids: Record<PlaceName, InstanceId>, names: Record<PlaceName, string>): object;
  /**
   * The call names this place, and reaches `on` by its name. A caller who may do it here but not there learns only that the name is taken.
   */
  through?: PlaceName;
  /** For calls that answer per item: compares the outcome of the one item. */
  each?: true;
  /** Also needs this item in the caller's own space, where only their company roles can lack it. Checked first. */
  inOwnSpace?: PermissionItem;
  /** The failure that a permitted caller gets, because the item is of the wrong kind for the call. */
  allowed?: FailureCode;
}
const encoded = (name: string): string => encodeName(name);
const md5 = 'd41d8cd98f00b204e9800998ecf8427e';
const fresh = (): string => randomUUID().slice(0, 12);

/** The calls that a permission item guards. Those that change something come last. */
const questions: Question[] = [
  { call: calls.instance.page, on: 'inner', item: 'list', fields: (ids) => ({ parentId: ids.inner }) },
  { call: calls.instance.narrowPage, on: 'inner', item: 'list', fields: (ids) => ({ parentId: ids.inner }) },
  { call: calls.instance.queryFolderByParentId, on: 'outer', item: 'list', fields: (ids) => ({ parentId: ids.outer }) },
  { call: calls.instance.queryInstanceDetail, on: 'file', item: 'attribute', fields: (ids) => ({ instanceId: ids.file }) },
  {
    call: calls.instance.setSensitivity,
    on: 'file',
    item: 'personnelManagement',
    fields: (ids) => ({ instanceId: ids.file, sensitivity: 'normal' }),
  },
  { call: calls.instance.queryFolderSize, on: 'inner', item: 'attribute', fields: (ids) => ({ instanceId: ids.inner }) },
  { call: calls.version.list, on: 'file', item: 'historyView', fields: (ids) => ({ instanceId: ids.file }) },
  { call: calls.version.restore, on: 'file', item: 'historyRestore', fields: (ids) => ({ instanceId: ids.file, version: 1 }) },
  { call: calls.comment.list, on: 'file', item: 'preview', fields: (ids) => ({ instanceId: ids.file }) },
  { call: calls.comment.create, on: 'file', item: 'comment', fields: (ids) => ({ instanceId: ids.file, text: 'said' }) },
  { call: calls.tag.tag, on: 'inner', item: 'tag', fields: (ids) => ({ instanceId: ids.inner, tag: fresh() }) },
  { call: calls.favourite.create, on: 'file', item: 'collect', each: true, fields: (ids) => ({ instanceIds: [ids.file] }) },
  { call: calls.activity.list, on: 'file', item: 'attribute', fields: (ids) => ({ instanceId: ids.file }) },
  { call: calls.download.preview, on: 'file', item: 'preview', fields: (ids) => ({ instanceId: ids.file }) },
  {
    call: calls.download.previewEntry,
    on: 'file',
    item: 'preview',
    fields: (ids) => ({ instanceId: ids.file, entry: 0 }),
    allowed: 'PREVIEW_UNSUPPORTED',
  },
  {
    call: calls.download.downloadEntry,
    on: 'file',
    item: 'download',
    fields: (ids) => ({ instanceId: ids.file, entry: 0 }),
    allowed: 'PREVIEW_UNSUPPORTED',
  },
  { call: calls.download.download, on: 'file', item: 'download', fields: (ids) => ({ instanceId: ids.file }) },
  { call: calls.download.folderDownload, on: 'file', item: 'download', fields: (ids) => ({ instanceIds: [ids.file] }) },
  {
    call: calls.upload.checkUploadAble,
    on: 'inner',
    item: 'upload',
    fields: (ids) => ({ parentId: ids.inner, fSize: 0, fName: encoded(`${fresh()}.txt`), fMd5: md5 }),
  },
  { call: calls.instance.createFolder, on: 'inner', item: 'upload', fields: (ids) => ({ parentId: ids.inner, instanceName: fresh() }) },
  {
    call: calls.instance.batchCreateFolder,
    on: 'outer',
    item: 'upload',
    fields: (ids) => ({ parentId: ids.outer, instanceName: fresh() }),
  },
  {
    call: calls.instance.batchCreateFolder,
    on: 'inner',
    item: 'upload',
    through: 'outer',
    fields: (ids, names) => ({ parentId: ids.outer, instanceName: names.inner, children: [{ instanceName: fresh() }] }),
  },
  { call: calls.instance.rename, on: 'inner', item: 'rename', fields: (ids) => ({ instanceId: ids.inner, fileName: encoded(fresh()) }) },
  {
    call: calls.instance.rename,
    on: 'file',
    item: 'rename',
    fields: (ids) => ({ instanceId: ids.file, fileName: encoded(`${fresh()}.txt`) }),
  },
  {
    call: calls.instance.copy,
    on: 'file',
    item: 'copy',
    each: true,
    inOwnSpace: 'upload',
    fields: (ids) => ({ instanceIds: [ids.file], targetParentId: zhao!.rootId, onConflict: 'rename' }),
  },
  // The target is checked first: without permission to add there, the call reveals nothing about the item.
  { call: calls.instance.move, on: 'outer', item: 'upload', fields: (ids) => ({ instanceIds: [randomUUID()], targetParentId: ids.outer }) },
  { call: calls.instance.remove, on: 'file', item: 'delete', each: true, fields: (ids) => ({ instanceIds: [ids.file] }) },
];

const rowsOf = (ids: Record<PlaceName, InstanceId>) =>
  company.database
    .selectFrom('instance')
    .select(['id', 'name', 'deleted_at', 'version', 'parent_id'])
    .where(({ or, eb }) => or([eb('id', 'in', [ids.outer, ids.inner, ids.file]), eb('parent_id', 'in', [ids.outer, ids.inner])]))
    .orderBy('id')
    .execute();

/** The refusal that the oracle expects, or undefined. */
function refusalOf(
  { on, item, through, inOwnSpace }: Question,
  allows: (target: PlaceName, item: PermissionItem) => boolean,
  cap: readonly PermissionItem[],
): FailureCode | undefined {
  const asked = through ?? on;
  if (inOwnSpace && cap.includes('list') && !cap.includes(inOwnSpace)) return 'NOT_ALLOWED';
  if (!allows(asked, 'list')) return 'FILE_NOT_FOUND';
  if (!allows(asked, item)) return 'NOT_ALLOWED';
  return allows(on, 'list') && allows(on, item) ? undefined : 'NAME_TAKEN';
}

/** What is planted for one role. */
type Planted = Awaited<ReturnType<typeof plant>> & { role: FileRole };

/**
 * The roles in which a question is asked: one for each answer that it gets in this way, another with each commit. The items that somebody
 * holds are compared in every role, and each question asks for one of them.
 */
function rolesFor(question: Question, planted: readonly Planted[], nth: number): readonly Planted[] {
  if (thorough) return planted;
  const byAnswer = Map.groupBy(planted, ({ allows }) => refusalOf(question, allows, everyItem));
  return [...byAnswer.values()].map((alike) => alike[(turn + nth) % alike.length]!);
}

let cells = 0;
/** Half of the ways with each commit, the others with another. */
for (const [nth, [name, way]] of [...Object.entries(ways).entries()].filter(([at]) => isItsTurn(at, 2))) {
  test(`a right held ${name} is what the oracle says, in every role and call`, async (context) => {
    if (way.qianFrozen) await setFrozen(true);
    const planted: Planted[] = [];
    for (const role of fileRoles) planted.push({ role, ...(await plant(way, role)) });
    const asked = questions.map((question, at) => ({ question, roles: rolesFor(question, planted, nth + at) }));
    for (const [at, one] of planted.entries()) {
      const theirs = asked.filter(({ roles }) => roles.includes(one)).map(({ question }) => question);
      await looks(one, one.role, nth + at);
      await asks(one, one.role, theirs);
    }
    const count = asked.reduce((sum, { roles }) => sum + roles.length, 0);
    context.diagnostic(leftOut(count, questions.length * planted.length));
    if (way.qianFrozen) await setFrozen(false);
  });
}

/** Compares the items that are shown, of one of the three places, or of all when thorough. */
async function looks({ tree, allows }: Planted, which: string, nth: number): Promise<void> {
  for (const target of turnOf(['file', 'inner', 'outer'] as const, 3, nth)) {
    if (!allows(target, 'list') || !allows(target, 'attribute')) continue;
    const about = (what: string): string => `${which}: ${what}`;
    const shown = await zhao!.call(calls.instance.queryInstanceDetail, { instanceId: tree.ids[target] });
    assert.deepEqual(
      [...shown.fileAuth].sort(),
      permissionItems.filter((item) => allows(target, item)).sort(),
      about(`the items of the ${target}`),
    );
    // The path begins below the nearest folder that may not be listed.
    const above = places.slice(places.indexOf(target) + 1);
    const hidden = above.findIndex((place) => !allows(place, 'list'));
    const visible = hidden < 0 ? above : above.slice(0, hidden);
    assert.deepEqual(shown.instancePathIds, [...visible.map((place) => tree.ids[place]).reverse(), tree.ids[target]], about('the way'));
    assert.equal(shown.parentId, visible[0] === undefined ? null : tree.ids[visible[0]], about('the parent'));
    cells += permissionItems.length;
  }
}

/** Asks these questions, and compares the answers with the oracle. */
async function asks({ tree, allows }: Planted, which: string, asked: readonly Question[], cap = everyItem): Promise<void> {
  const about = (what: string): string => `${which}: ${what}`;
  let known: Awaited<ReturnType<typeof rowsOf>> | null = null; // until a permitted call changes them
  for (const question of asked) {
    const refusal = refusalOf(question, allows, cap);
    known = refusal === undefined ? null : (known ?? (await rowsOf(tree.ids)));
    const reply = await zhao!.ask<Instance | { errcode?: number }[] | null>(question.call, question.fields(tree.ids, tree.names));
    const first = question.each && Array.isArray(reply.data) ? (reply.data[0]?.errcode ?? 0) : reply.errcode;
    const code = refusal ?? question.allowed;
    const expected = code === undefined ? 0 : failures[code].errcode;
    assert.equal(first, expected, about(`${question.call.name} on the ${question.on}`));
    if (known) {
      assert.deepEqual(await rowsOf(tree.ids), known, about(`${question.call.name} changed something`));
      for (const marker of Object.values(tree.names).filter(Boolean))
        assert.ok(!JSON.stringify(reply).includes(marker), about(`${question.call.name} revealed ${marker}`));
    }
    cells += 1;
  }
}

/** The links of members differ only in what their creator holds. */
const linkWaysAsked = Object.entries(linkWays).filter(([name], nth) => !name.startsWith('by a link of a member') || isItsTurn(nth, 3));
for (const [name, way] of linkWaysAsked)
  test(`a right held ${name} is what the oracle says, and nobody else has it`, async () => {
    if (way.qianFrozen) await setFrozen(true);
    // All roles share one visitor, and one statement asks about an item in every role's tree.
    const visitor = newVisitor();
    const planted: { role: FileRole; tree: Tree; allows: Allows; allowsVisitor: Allows }[] = [];
    for (const role of fileRoles) planted.push({ role, ...(await plant(way, role, everyItem, visitor)) });
    const ids = planted.flatMap(({ tree }) => places.map((place) => tree.ids[place]));
    for (const item of permissionItems) {
      const seen = await authoriseEach(company.database, visitor, ids, item);
      const theirs = await authoriseEach(company.database, { userId: zhao!.userId }, ids, item);
      for (const { role, tree, allows, allowsVisitor } of planted)
        for (const place of places) {
          const about = `${role}: ${item} on the ${place}`;
          const verdict = seen.get(tree.ids[place]);
          const code = verdict instanceof Failure ? verdict.code : null;
          const expected = !allowsVisitor(place, 'list') ? 'FILE_NOT_FOUND' : allowsVisitor(place, item) ? null : 'NOT_ALLOWED';
          assert.equal(code, expected, about);
          const given = !(theirs.get(tree.ids[place]) instanceof Failure);
          // What a colleague may do is judged by the same oracle, which knows no link for them.
          const high = item === 'share' && way.high === true && (place === 'inner' || place === 'file');
          assert.equal(given, allows(place, 'list') && allows(place, item) && !high, `a colleague, ${about}`);
          cells += 2;
        }
    }
    if (way.qianFrozen) await setFrozen(false);
  });

test('what an administrator may do by a look is what the oracle says, even where the place is their own', async () => {
  const { database } = company;
  const roleId = newId();
  await database
    .insertInto('role')
    .values({ id: roleId, name: roleId, type: 'ordinary', admin_items: ['files.view'], file_items: [] })
    .execute();
  await database.insertInto('user_role').values({ user_id: zhao!.userId, role_id: roleId }).execute();
  const freeze = (at: Date | null) => database.updateTable('user_account').set({ frozen_at: at }).where('id', '=', zhao!.userId).execute();
  const states = ['stands, to look', 'stands', 'over', 'moved', 'frozen', 'of somebody else'] as const;
  for (const way of [ways['not at all']!, ways['as the owner']!]) {
    const { tree } = await plant(way, 'viewer');
    const rows = await database.selectFrom('instance').selectAll().where('id', 'in', [tree.ids.file, tree.ids.inner]).execute();
    for (const held of [['files.view'], ['files.look'], ['files.download'], ['files.look', 'files.download']] as const) {
      await database
        .updateTable('role')
        .set({ admin_items: [...held] })
        .where('id', '=', roleId)
        .execute();
      for (const row of rows) for (const state of states) await asksByLook(tree, row, held, state);
    }
  }
  await database.deleteFrom('user_role').where('role_id', '=', roleId).execute();
  zhao!.cookies.set(sessionCookie, await zhao!.opensSession()); // being frozen may have ended their session

  async function asksByLook(
    tree: Tree,
    row: { id: InstanceId; space_id: SpaceId; parent_id: InstanceId | null },
    held: readonly string[],
    state: (typeof states)[number],
  ): Promise<void> {
    const lookId = newId();
    const downloads = state !== 'stands, to look';
    const expiresAt = new Date(Date.now() + (state === 'over' ? -1000 : 600_000));
    const parentId = state === 'moved' ? tree.ids.root : row.parent_id!;
    await database
      .insertInto('file_look')
      .values({
        id: lookId,
        admin_id: zhao!.userId,
        instance_id: row.id,
        space_id: row.space_id,
        parent_id: parentId,
        downloads,
        expires_at: expiresAt,
      })
      .execute();
    if (state === 'frozen') await freeze(new Date());
    const asker = { userId: (state === 'of somebody else' ? qian! : zhao!).userId, look: { lookId } };
    const found = await findItems(
      database,
      asker,
      places.map((place) => tree.ids[place]),
    );
    for (const place of places) {
      const target = found.get(tree.ids[place])!;
      const of: LookCase = {
        held,
        own: state !== 'of somebody else',
        active: state !== 'frozen',
        over: state === 'over' || state === 'moved',
        downloads,
        within: places.slice(places.indexOf(place)).some((one) => tree.ids[one] === row.id),
      };
      const about = `${held.join()} ${state} on the ${place}`;
      assert.deepEqual(
        itemsAt(target),
        permissionItems.filter((item) => oracleAllowsLook(of, item)),
        about,
      );
      assert.deepEqual(ownItemsAt(target), [], `${about}, to be passed on`);
      cells += permissionItems.length;
    }
    if (state === 'frozen') await freeze(null);
  }
});

/** The kinds of places that the company's roles reach into alike. Each item is taken away in half of them with each commit, in the others with another. */
const capped = ['as the owner', 'by a group level', 'by their department', 'by a share of the owner'] as const;
for (const [nth, name] of capped.entries())
  test(`a company role without an item takes it away, held ${name}`, async () => {
    for (const [at, item] of permissionItems.entries()) {
      if (!isItsTurn(at + nth, 2)) continue;
      const cap = permissionItems.filter((one) => one !== item);
      await setOnlyRole(company.database, zhao!.userId, cap);
      const others = turnOf(questions, 6, nth + at);
      const asked = questions.filter((one) => one.item === item || one.inOwnSpace === item || others.includes(one));
      const planted = { role: 'manager' as const, ...(await plant(ways[name]!, 'manager', cap)) };
      await looks(planted, `without ${item}`, nth + at);
      await asks(planted, `without ${item}`, asked, cap);
    }
    await setOnlyRole(company.database, zhao!.userId, everyItem);
  });

async function setFrozen(frozen: boolean): Promise<void> {
  await company.database
    .updateTable('user_account')
    .set({ frozen_at: frozen ? new Date() : null })
    .where('id', '=', qian!.userId)
    .execute();
}

test('the matrix is as large as it was', (context) => {
  context.diagnostic(`${Object.keys(ways).length} ways x ${fileRoles.length} roles: ${cells} answers compared`);
  assert.ok(cells > (thorough ? 40_000 : 15_000), `${cells}`);
});
