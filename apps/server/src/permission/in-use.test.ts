import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls, failures, fileRoles, defaultRoleItems } from '@alcove/contract';
import type { Call, FileRole, InstanceDetail, InstanceId, PermissionItem } from '@alcove/contract';
import { openCompany } from '../testing/index.ts';
import type { Company } from '../testing/index.ts';
import { findItems } from './item-queries.ts';
import { itemsAt } from './rules.ts';
import { setGrants } from './tree.test-support.ts';
import type { BareGrant } from './tree.test-support.ts';

let company: Company;
before(async () => {
  company = await openCompany();
});
after(() => company.close());

/** A role with the time in which it may have been in effect: from before it was set until after the next one was set. */
interface Held {
  role: FileRole;
  from: number;
  to: number;
}

test('while a right changes in parallel with its use, every answer is that of a moment it was asked in', async (context) => {
  const [owner, user] = [await company.person(), await company.person()];
  const folder = await owner.folder('一起用');
  const file = await owner.uploads('12345', '文件.txt', folder.instanceId);
  await setGrants(company.database, [
    {
      instanceId: folder.instanceId,
      subject: { kind: 'person', id: user.userId },
      role: 'editor',
      source: { kind: 'share', id: folder.instanceId },
      grantorId: owner.userId,
    },
  ]);
  const history: Held[] = [{ role: 'editor', from: 0, to: Infinity }];
  const counts = { allowed: 0, refused: 0, certain: 0 };
  const least = () => Math.min(history.length, counts.allowed, counts.refused, counts.certain);
  const stop = performance.now() + 4000;
  // A busy machine takes longer for as many answers as say something.
  const goesOn = () => performance.now() < stop || least() <= 20;
  const roles: FileRole[] = [...fileRoles];
  const change = async (): Promise<void> => {
    for (let n = 0; goesOn(); n += 1) {
      const role = roles[(n * 7 + 3) % roles.length]!;
      const from = performance.now();
      await sql`update file_grant set role = ${role} where instance_id = ${folder.instanceId}`.execute(company.database);
      history.at(-1)!.to = performance.now();
      history.push({ role, from, to: Infinity });
      // About as long as a call takes, so that most answers fall within one role or two.
      await sleep((n * 13) % 30);
    }
  };
  const uses: [Call, PermissionItem, () => object][] = [
    [calls.instance.page, 'list', () => ({ parentId: folder.instanceId })],
    [calls.instance.narrowPage, 'list', () => ({ parentId: folder.instanceId })],
    [calls.instance.queryInstanceDetail, 'attribute', () => ({ instanceId: folder.instanceId })],
    [calls.instance.createFolder, 'upload', () => ({ parentId: folder.instanceId, instanceName: randomUUID().slice(0, 13) })],
    [calls.download.download, 'download', () => ({ instanceId: file.instanceId })],
  ];
  const use = async (lane: number): Promise<void> => {
    for (let n = lane; goesOn(); n += 1) {
      const [call, item, fields] = uses[n % uses.length]!;
      const from = performance.now();
      const { errcode, status } = await user.ask(call, fields());
      const to = performance.now();
      const during = history.filter((held) => held.from <= to && held.to >= from).map(({ role }) => role);
      const seen = during.map((role): number => {
        // The owner made the file, so an uploader sees only the folder.
        const items = role === 'uploader' && call === calls.download.download ? [] : defaultRoleItems[role];
        if (!items.includes('list')) return failures.FILE_NOT_FOUND.errcode;
        return items.includes(item) ? 0 : failures.NOT_ALLOWED.errcode;
      });
      assert.ok(status < 500, `${call.name} answered ${status}`);
      assert.ok(seen.includes(errcode), `${call.name} answered ${errcode} while the roles were ${during.join(', ')}`);
      counts[errcode === 0 ? 'allowed' : 'refused'] += 1;
      if (new Set(seen).size === 1) counts.certain += 1;
    }
  };
  await Promise.all([change(), ...[0, 1, 2, 3].map((lane) => use(lane))]);
  context.diagnostic(
    `${history.length} changes, ${counts.allowed} answers allowed, ${counts.refused} refused, ${counts.certain} with one answer possible`,
  );
  assert.deepEqual(company.troubles, []);
});

test('whoever has just worked in their own space is an owner nowhere else, and not where that does not count', async () => {
  const [user, other] = [await company.person(), await company.person()];
  const own = (await user.folder('自己的')).instanceId;
  const hidden = (await other.folder('别人的')).instanceId;
  const shown = (await other.folder('给看的')).instanceId;
  await setGrants(company.database, [
    {
      instanceId: shown,
      subject: { kind: 'person', id: user.userId },
      role: 'viewer',
      source: { kind: 'share', id: shown },
      grantorId: other.userId,
    },
  ]);
  // The same object, as of a session.
  const asker = { userId: user.userId };
  const itemsOf = async (id: InstanceId, of: Parameters<typeof findItems>[1] = asker) => {
    const place = (await findItems(company.database, of, [id])).get(id);
    return place && itemsAt(place);
  };
  const all = (await itemsOf(own)) ?? [];
  assert.ok(all.includes('delete'));
  const viewers = defaultRoleItems.viewer.filter((item) => all.includes(item));
  for (let times = 0; times < 2; times += 1) {
    assert.deepEqual(await itemsOf(own), all);
    assert.deepEqual(await itemsOf(hidden), []);
    assert.deepEqual(await itemsOf(own), all);
    assert.deepEqual((await itemsOf(shown))?.toSorted(), viewers.toSorted());
    assert.equal(await itemsOf(randomUUID() as InstanceId), undefined);
  }
  for (const of of [
    { ...asker, fileSharingId: randomUUID() },
    { ...asker, look: { lookId: randomUUID() } },
    { ...asker, visitor: { linkId: randomUUID() } },
  ])
    for (let times = 0; times < 2; times += 1) assert.deepEqual(await itemsOf(own, of), []);
});

test('what several people ask in one moment, each learns for themselves, also if one of them goes away', async () => {
  const [owner, viewer, stranger] = [await company.person(), await company.person(), await company.person()];
  const shown = (await owner.folder('大家看')).instanceId;
  const hidden = (await owner.folder('自己看')).instanceId;
  await setGrants(company.database, [viewerOf(shown, viewer.userId, owner.userId)]);
  const people = [owner, viewer, stranger];
  const items = [shown, hidden, owner.rootId, viewer.rootId, randomUUID()];
  const told = async (person: (typeof people)[number], instanceId: string) => {
    const { errcode, data } = await person.ask<InstanceDetail>(calls.instance.queryInstanceDetail, { instanceId });
    return errcode === 0 ? { items: data!.fileAuth, owner: data!.owner, names: data!.parentNames } : errcode;
  };
  const questions = people.flatMap((person) => items.map((item) => [person, item] as const));
  const alone: Awaited<ReturnType<typeof told>>[] = [];
  for (const [person, item] of questions) alone.push(await told(person, item));
  assert.deepEqual(
    people.map((_, n) => alone.slice(n * items.length, (n + 1) * items.length).map((answer) => typeof answer === 'object')),
    [
      [true, true, true, false, false],
      [true, false, false, true, false],
      [false, false, false, false, false],
    ],
  );
  for (let times = 0; times < 5; times += 1) {
    const leaving = new AbortController();
    const left = fetch(`${viewer.origin}${calls.instance.queryInstanceDetail.path}?instanceId=${hidden}`, {
      signal: leaving.signal,
      headers: { ...viewer.headers, cookie: [...viewer.cookies].map((pair) => pair.join('=')).join('; ') },
    }).catch(() => null);
    const together = Promise.all(questions.map(([person, item]) => told(person, item)));
    setTimeout(() => leaving.abort(), 1);
    assert.deepEqual(await together, alone);
    await left;
  }
});

test('a right that ended while the question waited for its turn is not answered', async () => {
  const [owner, viewer] = [await company.person(), await company.person()];
  const shown = (await owner.folder('看到一半')).instanceId;
  await setGrants(company.database, [viewerOf(shown, viewer.userId, owner.userId)]);
  const asks = () => viewer.ask(calls.instance.queryInstanceDetail, { instanceId: shown });
  assert.equal((await asks()).errcode, 0);
  const waiting = await company.database.transaction().execute(async (transaction) => {
    await sql`lock table file_grant in access exclusive mode`.execute(transaction);
    const asked: ReturnType<typeof asks>[] = [];
    // Two statements are under way and wait for the lock. What is asked from then on has not been sent.
    for (let times = 0; times < 4; times += 1) {
      asked.push(asks());
      await sleep(100);
    }
    await sql`delete from file_grant where instance_id = ${shown}`.execute(transaction);
    return asked;
  });
  const answers = await Promise.all(waiting);
  assert.deepEqual(
    answers.slice(2).map(({ errcode }) => errcode),
    [failures.FILE_NOT_FOUND.errcode, failures.FILE_NOT_FOUND.errcode],
  );
});

const viewerOf = (instanceId: InstanceId, userId: string, grantorId: string): BareGrant => ({
  instanceId,
  subject: { kind: 'person', id: userId },
  role: 'viewer',
  source: { kind: 'share', id: instanceId },
  grantorId,
});
