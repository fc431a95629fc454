import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import type { Instance } from '@alcove/contract';
import { setGrants } from '../permission/tree.test-support.ts';
import { freshBytes, openCompany, s3TestStore } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

let company: Company;
before(async () => {
  company = await openCompany();
});
after(() => company.close());

/** Milliseconds, longer than a permission is cached. */
const aWhile = 1300;

/** Only the disk store's own host can abort a running download. With other engines the next read is refused. */
const cutsOff = (): boolean => company.store.kind === 'disk';

async function shared(
  content: Buffer<ArrayBuffer>,
): Promise<{ owner: Person; receiver: Person; folder: Instance; file: Instance; url: string; preview: string }> {
  const [owner, receiver] = [await company.person(), await company.person()];
  const folder = await owner.folder('共享');
  const file = await owner.uploads(content, '说明.txt', folder.instanceId);
  await setGrants(company.database, [
    {
      instanceId: folder.instanceId,
      subject: { kind: 'person', id: receiver.userId },
      role: 'downloader',
      source: { kind: 'share', id: folder.instanceId },
      grantorId: owner.userId,
    },
  ]);
  const { url } = await receiver.call(calls.download.download, { instanceId: file.instanceId });
  const { url: preview } = await receiver.looksAt(file.instanceId);
  return { owner, receiver, folder, file, url, preview };
}

async function firstBytes(url: string): Promise<number> {
  const answer = await fetch(url, { headers: { range: 'bytes=0-9' } });
  await answer.arrayBuffer();
  return answer.status;
}

const endings: Record<string, (of: Awaited<ReturnType<typeof shared>>) => Promise<unknown>> = {
  'the share is taken back': ({ folder }) => sql`delete from file_grant where instance_id = ${folder.instanceId}`.execute(company.database),
  'the role no longer gives it': ({ folder }) =>
    sql`update file_grant set role = 'observer' where instance_id = ${folder.instanceId}`.execute(company.database),
  'the receiver is frozen': ({ receiver }) =>
    sql`update user_account set frozen_at = now() where id = ${receiver.userId}`.execute(company.database),
  'the giver is frozen': ({ owner }) => sql`update user_account set frozen_at = now() where id = ${owner.userId}`.execute(company.database),
  'the folder is deleted': ({ owner, folder }) => owner.call(calls.instance.remove, { instanceIds: [folder.instanceId] }),
};
describe('a link ends', { concurrency: true }, () => {
  for (const [what, end] of Object.entries(endings))
    test(`when ${what}`, async () => {
      const of = await shared(freshBytes(1000));
      // The next range on a connection has a way of its own.
      for (const url of [of.url, of.preview]) for (const times of [1, 2]) assert.equal(await firstBytes(url), 206, `${times}`);
      await end(of);
      await sleep(aWhile);
      for (const url of [of.url, of.preview]) assert.equal(await firstBytes(url), 403);
    });
});

test('who may only look from now on reads the original no more by the preview that they opened before', async () => {
  const { folder, file, receiver, preview } = await shared(freshBytes(1000));
  assert.equal((await fetch(preview)).status, 200);
  await sql`update file_grant set role = 'viewer' where instance_id = ${folder.instanceId}`.execute(company.database);
  await sleep(aWhile);
  assert.equal((await fetch(preview)).status, 403);
  const drawn = await receiver.looksAt(file.instanceId);
  assert.equal((await fetch(drawn.url)).status, 200);
});

/** All strings in the link, both plain and decoded from base64. */
const readable = (url: string): string =>
  [url, ...url.split(/[^\w-]/).map((word) => Buffer.from(word, 'base64url').toString('latin1'))].join('\n');

// A link signed for S3 has to contain the object's key. Links of our own, the only ones that are handed out, do not.
if (s3TestStore('')) {
  test('a link names no object of an S3 store, and who may only look is sent to no content of a file', async () => {
    const { folder, file, receiver, url, preview } = await shared(freshBytes(1000));
    const keys = (await company.database.selectFrom('replica').select('object_key').execute()).map((row) => row.object_key);
    assert.ok(keys.length > 0);
    for (const link of [url, preview]) assert.ok(!keys.some((key) => readable(link).includes(key)), link);
    await sql`update file_grant set role = 'viewer' where instance_id = ${folder.instanceId}`.execute(company.database);
    const drawn = await receiver.looksAt(file.instanceId);
    const sentOn = (await fetch(drawn.url, { redirect: 'manual' })).headers.get('location')!;
    assert.ok(sentOn.startsWith(s3TestStore('')!.endpoint), sentOn);
    for (const link of [drawn.url, sentOn]) assert.ok(!keys.some((key) => readable(link).includes(key)), link);
  });

  test('a sealed link that was changed anywhere opens nothing', async () => {
    const { url } = await shared(freshBytes(100));
    const at = url.indexOf('grant=') + 'grant='.length;
    for (let place = at; place < url.length; place += 7) {
      const other = url[place] === 'A' ? 'B' : 'A';
      assert.equal((await fetch(url.slice(0, place) + other + url.slice(place + 1), { redirect: 'manual' })).status, 403);
    }
    for (const grant of ['', 'AAAA', 'A'.repeat(2000)]) assert.equal((await fetch(url.slice(0, at) + grant)).status, 403);
  });
}

test('a download under way is cut off when the right goes, and never looks whole', async () => {
  const size = 40 * 1024 * 1024; // more than the buffers on the way hold
  const of = await shared(freshBytes(size));
  const answer = await fetch(of.url);
  const reader = answer.body!.getReader();
  let received = (await reader.read()).value!.length;
  await endings['the share is taken back']!(of);
  await sleep(aWhile);
  const rest = async (): Promise<void> => {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) received += piece.value.length;
  };
  if (cutsOff()) await assert.rejects(rest());
  else await rest();
  assert.equal(received < size, cutsOff());
});

test('the owner reads on, many times a second', async () => {
  const owner = await company.person();
  const file = await owner.uploads(freshBytes(100_000), 'own.bin');
  const { url } = await owner.call(calls.download.download, { instanceId: file.instanceId });
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => fetch(url, { headers: { range: `bytes=${n * 100}-${n * 100 + 99}` } })),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([206]));
});
