/**
 * What a valid signature of the store can be abused for. Some engines obey `x-amz-*` headers that no signature covers: with a valid
 * signature for one byte, an attacker adds such headers to copy other objects into their own or to publish their own.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { calls, limits } from '@alcove/contract';
import { freshBytes, openCompany, s3TestStore, Upload } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

const secret = `backup of the company ${randomBytes(8).toString('hex')}`;
const otherBucket = `nightly-${randomBytes(6).toString('hex')}`;
let company: Company;
let victim: Person;
let attacker: Person;
/**
 * Objects whose address an attacker could know: another person's file, a file of their own, an object that the server stored itself,
 * another bucket.
 */
let sources: [what: string, path: string][];

before(async () => {
  company = await openCompany();
  [victim, attacker] = [await company.person(), await company.person()];
  const own = `of-the-server-${randomBytes(8).toString('hex')}`;
  await company.store.put(own, Readable.from([Buffer.from(secret)]), Buffer.byteLength(secret));
  const keyOf = async (person: Person): Promise<string> => {
    const upload = await Upload.begin(person, Buffer.from(secret + person.userId), { name: 'plan.txt', parentId: person.rootId });
    await (await upload.deliver()).save();
    return upload.plan.objectKey;
  };
  const { bucket } = company.store;
  sources = [
    ["another person's file", `/${bucket}/${await keyOf(victim)}`],
    ['a file of their own', `/${bucket}/${await keyOf(attacker)}`],
    ['what the server stored', `/${bucket}/${own}`],
  ];
  const s3 = s3TestStore('');
  if (s3) {
    const client = new S3Client({
      endpoint: s3.endpoint,
      region: s3.region,
      forcePathStyle: true,
      credentials: { accessKeyId: s3.accessKey, secretAccessKey: s3.secretKey },
    });
    await client.send(new CreateBucketCommand({ Bucket: otherBucket }));
    await client.send(
      new PutObjectCommand({ Bucket: otherBucket, Key: 'alcove.dump', Body: secret, ContentLength: Buffer.byteLength(secret) }),
    );
    client.destroy();
  }
  sources.push(['another bucket of the same owner', `/${otherBucket}/alcove.dump`]);
});
after(() => company.close());

const oneByte = () => Upload.begin(attacker, freshBytes(1), { name: `${randomBytes(6).toString('hex')}.txt`, parentId: attacker.rootId });
const inParts = () =>
  Upload.begin(attacker, freshBytes(limits.partSize + 1), { name: `${randomBytes(6).toString('hex')}.bin`, parentId: attacker.rootId });

/** A client without session and signature must not be able to read it. */
async function assertUnread(upload: Upload): Promise<void> {
  const answer = await fetch(upload.plan.uploadHost + upload.plan.resourcePath);
  assert.equal(answer.status, 403, await answer.text());
}
/** The object is missing, or is what the attacker sent. */
async function assertNotCopied(upload: Upload): Promise<void> {
  const head = await company.store.head(upload.plan.objectKey);
  assert.ok(head === null || head.size === upload.bytes.length, `${head?.size} bytes`);
  assert.notEqual(head?.size, Buffer.byteLength(secret));
}

test('a header that copies another object into an upload of one byte is refused', async () => {
  for (const [what, path] of sources) {
    for (const headers of [{ 'x-amz-copy-source': path }, { 'x-amz-copy-source': path, 'x-amz-acl': 'public-read' }]) {
      const upload = await oneByte();
      const answer = await upload.put(undefined, headers as Record<string, string>);
      assert.equal(answer.status, 403, `${what}: ${await answer.text()}`);
      await assertNotCopied(upload);
      await assertUnread(upload);
    }
  }
});

test('a header that copies another object into a part is refused', async () => {
  const upload = await inParts();
  await upload.initiate();
  for (const [what, path] of sources) {
    for (const range of ['bytes=0-0', 'bytes=0-3']) {
      const answer = await upload.part(2, undefined, { 'x-amz-copy-source': path, 'x-amz-copy-source-range': range });
      assert.equal(answer.status, 403, `${what}: ${await answer.text()}`);
    }
  }
  assert.deepEqual(await upload.listParts(), []);
  await upload.recycle();
});

const publishing: Record<string, string>[] = [
  { 'x-amz-acl': 'public-read' },
  { 'x-amz-acl': 'public-read-write' },
  { 'x-amz-acl': 'authenticated-read' },
  { 'x-amz-grant-read': 'uri="http://acs.amazonaws.com/groups/global/AllUsers"' },
  { 'x-amz-grant-full-control': 'uri="http://acs.amazonaws.com/groups/global/AllUsers"' },
  { 'x-amz-grant-read-acp': 'uri="http://acs.amazonaws.com/groups/global/AuthenticatedUsers"' },
];

test('a header that would publish an upload is refused, in one piece and in parts', async () => {
  for (const headers of publishing) {
    const single = await oneByte();
    const put = await single.put(undefined, headers);
    assert.ok([400, 403].includes(put.status), `${JSON.stringify(headers)}: ${put.status} ${await put.text()}`);
    await assertNotCopied(single);
    await assertUnread(single);

    const parts = await inParts();
    const opened = await parts.send('POST', await parts.sign('POST', '?uploads'), null, headers);
    assert.ok([400, 403].includes(opened.status), `${JSON.stringify(headers)}: ${opened.status} ${await opened.text()}`);
  }
});

test('a header that would publish a part or a merge changes nothing', async () => {
  const upload = await inParts();
  await upload.initiate();
  for (const number of [1, 2]) {
    const answer = await upload.part(number, undefined, { ...upload.checksum(upload.partBytes(number)), ...publishing[0] });
    if (!answer.ok) await upload.part(number);
  }
  const list = (await upload.listParts()).map(
    ({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag></Part>`,
  );
  const merge = async (headers: Record<string, string>) =>
    upload.send(
      'POST',
      await upload.sign('POST', `?uploadId=${upload.uploadId}`),
      `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`,
      headers,
    );
  if (!(await merge(publishing[0]!)).ok) assert.equal((await merge({})).status, 200);
  await assertUnread(upload);
  assert.deepEqual(await attacker.downloads((await upload.save()).instanceId), upload.bytes);
  await assertUnread(upload);
});

test('what was uploaded by the rules is whole and saved, and nobody reads it without a signature', async () => {
  for (const upload of [await oneByte(), await inParts()]) {
    const { instanceId } = await (await upload.deliver()).save();
    assert.deepEqual(await attacker.downloads(instanceId), upload.bytes);
    await assertUnread(upload);
  }
});

test('headers that an uploader stores with a file do not travel to whoever downloads it', async () => {
  const upload = await oneByte();
  const planted = { 'cache-control': 'public, max-age=31536000', 'content-encoding': 'gzip', 'content-type': 'text/html' };
  assert.equal((await upload.put(undefined, planted)).status, 200);
  const { instanceId } = await upload.save();
  const { url } = await attacker.call(calls.download.download, { instanceId });
  const answer = await fetch(url);
  assert.match(answer.headers.get('cache-control') ?? '', /no-store/);
  assert.notEqual(answer.headers.get('content-encoding'), 'gzip');
  assert.equal(answer.headers.get('content-type'), 'application/octet-stream');
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), upload.bytes);
});
