/** A file that was approved and then changed is never given to visitors as it is now, by no way at all, until that is approved too. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls, encodeName } from '@alcove/contract';
import type { InstanceId, LinkPermission } from '@alcove/contract';
import { visits } from '../links/visiting.test-support.ts';
import { links, officerOf, releaseIn, until } from '../outbound/outbound.test-support.ts';
import type { MadeLink } from '../outbound/outbound.test-support.ts';
import { group } from '../sharing/sharing.test-support.ts';
import { hashOf, isItsTurn, leftOut, openCompany, uploadFile } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { addressesOf, contentsOf, listed, served, treeOf, unzipped, zipOf } from './approved-only.test-support.ts';
import type { Addresses, Contents, Visitors } from './approved-only.test-support.ts';

const { adminLink, instance, link, recycle, version } = calls;
let company: Company;
let [owner, colleague, reviewer]: Person[] = [];
let rootId: InstanceId;
let approved: Contents;
let other: Contents;
before(async () => {
  company = await openCompany();
  [owner, colleague] = [await company.person(), await company.person()];
  reviewer = await (await officerOf(company)).reviewer();
  rootId = (await group(company, owner!, [[owner!, 'manager'], [colleague!, 'manager']])).rootId as InstanceId; // prettier-ignore
  [approved, other] = [await contentsOf('approved', 'teal'), await contentsOf('other', 'maroon')];
  await company.configures('outboundReview', 'everything');
  await company.configures('folderDownload', true);
});
after(() => company.close());

const folder = async (name: string, parentId: string = rootId) => (await owner!.folder(name, parentId)).instanceId;
/** Only one change is tried with every kind of file. */
const few = (contents: Contents): Contents => ({ 'a.txt': contents['a.txt']!, 'b.png': contents['b.png']! });
/** Puts all of them into a folder; returns their ids by name. */
async function put(contents: Contents, parentId: InstanceId, by = owner!, onConflict?: 'version'): Promise<Map<string, InstanceId>> {
  const ids = new Map<string, InstanceId>();
  for (const [name, bytes] of Object.entries(contents)) ids.set(name, (await by.uploads(bytes, name, parentId, onConflict)).instanceId);
  return ids;
}
const idsIn = async (parentId: InstanceId) =>
  new Map((await owner!.call(instance.page, { parentId, pageSize: 100 })).items.map((one) => [one.instanceName, one.instanceId]));
const remove = (ids: Iterable<InstanceId>) => owner!.call(instance.remove, { instanceIds: [...ids] });
/** Restores what was removed from the space and named so. */
async function restore(by: Person, folderId: InstanceId, onConflict: 'rename' | 'version' = 'rename'): Promise<void> {
  const { items } = await by.call(recycle.page, { instanceType: '2', pageSize: 100 });
  const recycleIds = items.filter(({ originalParentId }) => originalParentId === folderId).map(({ recycleId }) => recycleId);
  assert.ok(recycleIds.length > 0);
  const outcomes = await by.call(recycle.restore, { recycleIds, onConflict });
  assert.ok(outcomes.every(({ done }) => done), JSON.stringify(outcomes)); // prettier-ignore
}

interface Case {
  name: string;
  approved: Contents;
  other: Contents;
  /** Visited and approved before it changes. */
  folderId: InstanceId;
  /** Out of the link, with the same names and the other contents. */
  apart: InstanceId;
  takes: () => Visitors['takes'];
}
/** In how many ways these files are served. */
const waysOf = (names: Iterable<string>): number => [...names].reduce((sum, name) => sum + (/png|pdf/.test(name) ? 4 : 3), 0);

interface Change {
  /** Before the link is made; without it, the approved contents are put into the folder. */
  prepare?: (of: Case) => Promise<unknown>;
  change: (of: Case) => Promise<unknown>;
  /** The names that the files have afterwards. */
  named?: (name: string) => string;
  /** They have the approved contents afterwards. */
  keepsContent?: true;
  everyKind?: true;
}
const nothing = async () => {};
async function places(kind: 'move' | 'copy', by: Person, { folderId, apart }: Case, onConflict: 'fail' | 'version' = 'fail') {
  const placed = await by.call(instance[kind], { instanceIds: [...(await idsIn(apart)).values()], targetParentId: folderId, onConflict });
  assert.ok(placed.every(({ done }) => done), JSON.stringify(placed)); // prettier-ignore
}

const changes: Record<string, Change> = {
  'has a new version': { change: ({ folderId, other }) => put(other, folderId, owner, 'version'), everyKind: true },
  'has a new version by a colleague': { change: ({ folderId, other }) => put(other, folderId, colleague, 'version') },
  'has a new version by a visitor': {
    change: async ({ folderId, other, takes }) => {
      for (const [name, bytes] of Object.entries(other))
        await uploadFile(takes(), bytes, { name, parentId: folderId, onConflict: 'version' });
    },
  },
  'was brought by a visitor': {
    prepare: nothing,
    change: async ({ folderId, other, takes }) => {
      for (const [name, bytes] of Object.entries(other)) await uploadFile(takes(), bytes, { name, parentId: folderId });
    },
  },
  'is replaced by one of its name': {
    change: async ({ folderId, other }) => {
      await remove((await idsIn(folderId)).values());
      await put(other, folderId);
    },
  },
  'is restored to an older version': {
    prepare: async ({ folderId, approved, other }) => {
      await put(other, folderId);
      await put(approved, folderId, owner, 'version');
    },
    change: async ({ folderId }) => {
      for (const instanceId of (await idsIn(folderId)).values()) await owner!.call(version.restore, { instanceId, version: 1 });
    },
  },
  'is renamed': {
    change: async ({ folderId }) => {
      for (const [name, instanceId] of await idsIn(folderId))
        await owner!.call(instance.rename, { instanceId, fileName: encodeName(`secret ${name}`) });
    },
    named: (name) => `secret ${name}`,
    keepsContent: true,
  },
  'is raised': {
    change: async ({ folderId }) => {
      for (const instanceId of (await idsIn(folderId)).values())
        await owner!.call(instance.setSensitivity, { instanceId, sensitivity: 'internal' });
    },
    keepsContent: true,
  },
  'is raised with its folder': {
    change: ({ folderId }) => owner!.call(instance.setSensitivity, { instanceId: folderId, sensitivity: 'internal' }),
    keepsContent: true,
  },
  'is moved in by a colleague': { prepare: nothing, change: (of) => places('move', colleague!, of) },
  'is copied in by a colleague': { prepare: nothing, change: (of) => places('copy', colleague!, of) },
  'is uploaded by a colleague': { prepare: nothing, change: ({ folderId, other }) => put(other, folderId, colleague) },
  'is restored from the bin by a colleague': {
    prepare: async ({ folderId, other }) => remove((await put(other, folderId)).values()),
    change: ({ folderId }) => restore(colleague!, folderId),
  },
  'is overwritten from the bin': {
    prepare: async ({ folderId, approved, other }) => {
      await remove((await put(other, folderId)).values());
      await put(approved, folderId);
    },
    change: ({ folderId }) => restore(owner!, folderId, 'version'),
  },
  'is overwritten by a move': { change: (of) => places('move', owner!, of, 'version') },
  'is overwritten by a copy': { change: (of) => places('copy', owner!, of, 'version') },
  'comes in with its folder': {
    prepare: nothing,
    change: async ({ name, apart }) => {
      await owner!.call(instance.rename, { instanceId: apart, fileName: encodeName(name) });
      const [placed] = await owner!.call(instance.move, { instanceIds: [apart], targetParentId: out, onConflict: 'merge' });
      assert.ok(placed!.done, JSON.stringify(placed));
    },
  },
};

let out: InstanceId;
let visitors: Visitors;
const opened: MadeLink[] = [];
async function opens(permissions: LinkPermission[]): Promise<MadeLink> {
  const made = await links(company, owner!, out, { permissions });
  opened.push(made);
  return made;
}
const allAddressesOf = async (ids: ReadonlyMap<string, InstanceId>): Promise<Addresses> =>
  new Map((await Promise.all([...ids].map((one) => addressesOf(visitors, ...one)))).flatMap((found) => [...found]));

/** Approves whatever waits, until all of these may be given to visitors. */
async function approves(ids: readonly InstanceId[]): Promise<void> {
  await until(
    async () => {
      // Links that visitors touched are looked at within seconds; the test does not wait for that.
      await sql`update link_check set look_at = now()`.execute(company.database);
      const { items } = await reviewer!.call(adminLink.page, { state: 'waiting', pageSize: 100 });
      for (const { reviewId } of items) await reviewer!.ask(adminLink.approve, { reviewId });
      const states = new Set<string>();
      for (const made of opened) {
        states.add((await owner!.call(link.querySyncStatus, { linkPath: made.linkPath })).state);
        for (const id of ids) states.add(await releaseIn(company.database, made, id));
      }
      await sleep(200);
      return [...states];
    },
    (states) => states.every((state) => state === 'valid' || state === 'released'),
    120_000,
  );
}

/** Each column of every table that may hold a text. */
async function columnsWith(secret: string): Promise<string[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and (c.data_type in ('text', 'json', 'jsonb', 'bytea', 'character varying', 'ARRAY'))`.execute(
    company.database,
  );
  const found = [];
  for (const { table, column } of rows) {
    // The creator's own answer, which they get again when they send the same request again.
    if (table === 'request_answer') continue;
    const [whole, text] = [sql.table(table), sql.ref(column)];
    const hits = await sql`select from ${whole} where strpos(${text}::text, ${secret}) > 0 or
      strpos(${text}::text, encode(convert_to(${secret}, 'UTF8'), 'hex')) > 0 limit 1`.execute(company.database);
    if (hits.rows.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

/** The change that is tried with every kind of file, and half of the others with each commit. */
const changesNow = Object.entries(changes).filter(([, { everyKind }], nth) => everyKind || isItsTurn(nth, 2));

test('a file that changed, came or was replaced is served by no way before it is approved, and by every way after', async (t) => {
  t.diagnostic(leftOut(changesNow.length, Object.keys(changes).length));
  out = await folder('对外');
  const cases = new Map<string, Case>();
  for (const [what, { prepare, everyKind }] of changesNow) {
    const [first, second] = everyKind ? [approved, other] : [few(approved), few(other)];
    const of = {
      name: what,
      approved: first,
      other: second,
      folderId: await folder(what, out),
      apart: await folder(`apart ${what}`),
      takes: () => visitors.takes,
    };
    cases.set(what, of);
    await put(second, of.apart);
    await (prepare ?? (({ folderId }) => put(first, folderId)))(of);
  }
  const made = { takes: await opens(['preview', 'download', 'edit']), looks: await opens(['preview']) };
  const before = new Map<string, Map<string, InstanceId>>();
  for (const [what, { folderId }] of cases) before.set(what, await idsIn(folderId));
  await approves([...before.values()].flatMap((ids) => [...ids.values()]));
  visitors = { takes: await visits(company, made.takes.linkId), looks: await visits(company, made.looks.linkId) };
  const { takes } = visitors;

  // What visitors were given before the change.
  const old = new Map<string, Addresses>();
  for (const [what, ids] of before) {
    const addresses = await allAddressesOf(ids);
    assert.equal((await served(addresses)).length, waysOf(ids.keys()), `${what} is served when it is approved`);
    old.set(what, addresses);
  }
  const oldZip = await zipOf(visitors, out);

  for (const [what, { change }] of changesNow) await change(cases.get(what)!);
  const now = new Map<string, Map<string, InstanceId>>();
  for (const [what, { folderId }] of cases) now.set(what, await idsIn(folderId));
  const saver = await company.person();
  const asSaver = await visits(company, made.takes.linkId, saver);
  const saves = async () => {
    const target = (await saver.folder(`saved ${Date.now()}`)).instanceId;
    await asSaver.call(link.copy, { linkPath: made.takes.linkPath, instanceIds: [out], targetParentId: target });
    return treeOf(saver, target);
  };
  const waitedFor = sleep(1100); // an answer about an address counts for a second
  const [zips, saved] = [[await unzipped(oldZip), await unzipped(await zipOf(visitors, out))], await saves()];
  await waitedFor;
  for (const [what, ids] of now)
    await t.test(`before it is approved: ${what}`, async () => {
      assert.equal(ids.size, Object.keys(cases.get(what)!.other).length);
      assert.deepEqual(await served(old.get(what)!), [], 'addresses handed out before');
      assert.deepEqual([...(await allAddressesOf(ids)).keys()], [], 'new addresses');
      const { folderId } = cases.get(what)!;
      const told = [...ids].filter(([name, id]) => before.get(what)!.get(name) === id).map(([name]) => name);
      const { total, items } = await listed(visitors, folderId);
      assert.deepEqual([total, items.map(({ instanceName }) => instanceName).sort()], [told.length, told], 'names that were approved');
      for (const { instanceName: name, verifying, fileAuth } of items) {
        assert.ok(verifying, name);
        assert.ok(!fileAuth.includes('preview') && !fileAuth.includes('download'), name);
      }
      for (const name of ids.keys())
        for (const page of [1, 2]) assert.equal((await listed(visitors, folderId, name, page)).total, 0, `a search for ${name}`);
      for (const paths of [...zips, saved])
        assert.deepEqual([...paths.keys()].filter((path) => path.includes(`/${what}/`)), []); // prettier-ignore
      for (const instanceId of ids.values()) {
        const [placed] = await asSaver.call(link.copy, {
          linkPath: takes.linkPath,
          instanceIds: [instanceId],
          targetParentId: saver.rootId,
        });
        assert.equal(placed!.done, false, 'saved by itself');
      }
      assert.deepEqual(
        await saver.names(),
        (await saver.names()).filter((name) => name.startsWith('saved')),
      );
    });

  await approves([...now.values()].flatMap((ids) => [...ids.values()]));
  const [zip, kept] = [await unzipped(await zipOf(visitors, out)), await saves()];
  for (const [what, ids] of now)
    await t.test(`after it is approved: ${what}`, async () => {
      const { named = (name: string) => name, keepsContent } = changes[what]!;
      const expected = cases.get(what)![keepsContent ? 'approved' : 'other'];
      for (const name of Object.keys(expected)) {
        const id = ids.get(named(name))!;
        const addresses = await addressesOf(visitors, name, id);
        assert.equal((await served(addresses)).length, waysOf([name]), name);
        const hash = hashOf('sha256', expected[name]!);
        const bytes = Buffer.from(await (await fetch(addresses.get(`download ${name}`)!)).arrayBuffer());
        assert.equal(hashOf('sha256', bytes), hash, name);
        for (const paths of [zip, kept]) assert.equal(paths.get(`对外/${what}/${named(name)}`), hash, name);
      }
    });
});

test('no column but its own ever holds the address of a link, whatever was done with it', async () => {
  const made = await opens(['preview', 'download', 'edit']);
  const { linkPath } = made;
  await approves([]);
  const visitor = company.visitor();
  const { shareToken } = await visitor.call(link.checkPassword, { linkPath });
  visitor.headers['x-share-token'] = shareToken;
  await visitor.call(link.queryInstancePage, { linkPath });
  await visitor.call(link.queryFolderDownload, { linkPath, instanceIds: [out] });
  await assert.rejects(visitor.call(link.checkPassword, { linkPath: `${linkPath}x` }));
  await owner!.call(link.rename, { linkPath, name: 'another' });
  await owner!.call(link.createOrUpdate, { linkPath, password: 'Secret-1234' });
  await assert.rejects(visitor.call(link.queryAttribute, { linkPath }));
  assert.deepEqual(await columnsWith(linkPath), ['link.path']);
  await owner!.call(link.remove, { linkPaths: [linkPath] });
  for (const secret of [linkPath, shareToken, 'Secret-1234']) assert.deepEqual(await columnsWith(secret), [], 'withdrawn');
});
