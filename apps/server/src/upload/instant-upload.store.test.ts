import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls, encodeName } from '@alcove/contract';
import type { InstantTicket } from '@alcove/contract';
import { answersHeld, checkFields, freshBytes, instantFields, openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

let company: Company;
let owner: Person;
let other: Person;
before(async () => {
  company = await openCompany();
  [owner, other] = [await company.person(), await company.person({ quotaBytes: 1_000_000 })];
});
after(() => company.close());

/** Uploads content and waits until the server has verified it. */
async function known(size = 200_000): Promise<Buffer<ArrayBuffer>> {
  const bytes = freshBytes(size);
  await owner.uploads(bytes, `known-${bytes.toString('hex', size - 8)}.bin`);
  await company.verified();
  return bytes;
}

async function offer(bytes: Buffer, name: string, by: Person = other): Promise<InstantTicket> {
  const check = await by.call(calls.upload.checkUploadAble, checkFields(bytes, { name, parentId: by.rootId }));
  assert.equal(check.uploadflag, '1');
  return check as InstantTicket;
}
const at = (name: string, by: Person = other) => ({ name, parentId: by.rootId });
const used = async () => (await other.call(calls.user.queryUserCapacity, {})).usedSize;

test('content that the server holds is saved by proof alone, and charged', async () => {
  const bytes = await known();
  const before = await used();
  const file = await other.call(calls.upload.secondUpload, instantFields(await offer(bytes, 'instant.bin'), bytes, at('instant.bin')));
  assert.ok(bytes.equals(await other.downloads(file.instanceId)));
  assert.equal(await used(), before + bytes.length);
});

test('the ranges to prove change every time and lie within the content', async () => {
  const bytes = await known();
  const offers = [await offer(bytes, 'a.bin'), await offer(bytes, 'a.bin')];
  assert.notEqual(offers[0]!.proof.nonce, offers[1]!.proof.nonce);
  assert.notDeepEqual(offers[0]!.proof.ranges, offers[1]!.proof.ranges);
  for (const [start, length] of offers.flatMap(({ proof }) => proof.ranges)) assert.ok(start >= 0 && start + length <= bytes.length);
});

test('a wrong proof is refused and uses the ticket up', async () => {
  const bytes = await known();
  const ticket = await offer(bytes, 'guess.bin');
  const right = instantFields(ticket, bytes, at('guess.bin'));
  await assert.rejects(other.call(calls.upload.secondUpload, { ...right, proof: '0'.repeat(64) }), refused('PROOF_WRONG'));
  await assert.rejects(other.call(calls.upload.secondUpload, right), refused('UPLOAD_UNKNOWN'));
  assert.ok(!(await other.names()).includes('guess.bin'));
});

test('who knows only the hashes gets nothing: a proof of other bytes or of an earlier ticket is refused', async () => {
  const bytes = await known();
  const blind = instantFields(await offer(bytes, 'blind.bin'), Buffer.alloc(bytes.length), at('blind.bin'));
  await assert.rejects(
    other.call(calls.upload.secondUpload, { ...blind, sha256: instantFields(await offer(bytes, 'x'), bytes, at('x')).sha256 }),
    refused('PROOF_WRONG'),
  );
  const earlier = instantFields(await offer(bytes, 'blind.bin'), bytes, at('blind.bin'));
  const later = await offer(bytes, 'blind.bin');
  await assert.rejects(other.call(calls.upload.secondUpload, { ...earlier, fileId: later.fileId }), refused('PROOF_WRONG'));
});

test('a ticket works for nobody else, in no other folder, for no other name', async () => {
  const bytes = await known();
  const fields = instantFields(await offer(bytes, 'theirs.bin'), bytes, at('theirs.bin'));
  await assert.rejects(owner.call(calls.upload.secondUpload, fields), refused('UPLOAD_UNKNOWN'));
  await assert.rejects(owner.call(calls.upload.secondUpload, { ...fields, parentId: owner.rootId }), refused('UPLOAD_UNKNOWN'));
  const folder = await other.folder('elsewhere');
  await assert.rejects(other.call(calls.upload.secondUpload, { ...fields, parentId: folder.instanceId }), refused('UPLOAD_UNKNOWN'));
  const named = { ...fields, fileName: encodeName('other.bin') };
  await assert.rejects(other.call(calls.upload.secondUpload, named), refused('UPLOAD_UNKNOWN'));
  assert.equal((await other.call(calls.upload.secondUpload, fields)).instanceName, 'theirs.bin');
});

test('I3: the same ticket sent again, or at once, answers the same file with one charge', async () => {
  const bytes = await known(50_000);
  const fields = instantFields(await offer(bytes, 'once.bin'), bytes, at('once.bin'));
  const before = await used();
  const saved = await Promise.all([1, 2, 3].map(() => other.call(calls.upload.secondUpload, fields)));
  saved.push(await other.call(calls.upload.secondUpload, fields));
  assert.equal(new Set(saved.map((file) => file.instanceId)).size, 1);
  assert.equal(await used(), before + bytes.length);
});

test('I4: instant transfers at once do not overrun the quota', async () => {
  const bytes = await known(400);
  const tight = await company.person({ quotaBytes: 1000 });
  const fields = await Promise.all(
    [1, 2, 3, 4].map(async (n) => instantFields(await offer(bytes, `${n}.bin`, tight), bytes, at(`${n}.bin`, tight))),
  );
  const replies = await Promise.all(fields.map((one) => tight.ask(calls.upload.secondUpload, one)));
  assert.deepEqual(replies.map((reply) => reply.errcode).sort(), [0, 0, 110001, 110001]);
  assert.equal((await tight.names()).length, 2);
  const check = await tight.call(calls.upload.checkUploadAble, checkFields(bytes, at('5.bin', tight)));
  assert.equal(check.uploadflag, '2');
});

test('a name that is taken: refused, then numbered', async () => {
  const bytes = await known(300);
  const fields = instantFields(await offer(bytes, 'taken.bin'), bytes, at('taken.bin'));
  await other.uploads('there', 'taken.bin');
  await assert.rejects(other.call(calls.upload.secondUpload, fields), refused('NAME_TAKEN'));
  assert.equal((await other.call(calls.upload.secondUpload, { ...fields, onConflict: 'rename' })).instanceName, 'taken (1).bin');
});

test('of two that become versions of one file at once, each answers the version that it made', async () => {
  await other.uploads('first', 'versions.bin');
  const what = { ...at('versions.bin'), onConflict: 'version' as const };
  const contents = [await known(100_000), await known(100_001)];
  const proofs: ReturnType<typeof instantFields>[] = [];
  for (const bytes of contents) {
    const ticket = (await other.call(calls.upload.checkUploadAble, checkFields(bytes, what))) as InstantTicket;
    proofs.push(instantFields(ticket, bytes, what));
  }
  const files = await answersHeld(company.database, () => proofs.map((proof) => other.call(calls.upload.secondUpload, proof)));
  assert.deepEqual(files.map(({ version }) => version).toSorted(), [2, 3]);
  assert.deepEqual(
    files.map(({ fileSize }) => fileSize),
    [100_000, 100_001],
  );
});

test('content that was not verified yet is asked for again, and both are one content in the end', async () => {
  const bytes = freshBytes(60_000);
  await owner.uploads(bytes, 'first.bin');
  await other.uploads(bytes, 'second.bin');
  await company.verified();
  const blobs = await company.database
    .selectFrom('instance')
    .select('blob_id')
    .distinct()
    .where('name', 'in', ['first.bin', 'second.bin'])
    .execute();
  assert.equal(blobs.length, 1);
});

test('who asks for contents without sending any learns nothing more after a while, and can still upload', async (t) => {
  const bytes = await known(3000);
  const guesser = await company.person();
  const guesses = (from: number) =>
    Array.from({ length: 30 }, (_, index) => checkFields(bytes, { name: `guess-${from}-${index}.bin`, parentId: guesser.rootId }));
  const flags = async (from: number) =>
    (await guesser.call(calls.upload.checkUploads, { items: guesses(from) })).map((each) => each.done && each.data.uploadflag);
  const transfers = ['one', 'two', 'three'].map((name) => ({ name, parentId: guesser.rootId }));
  const tickets = await guesser.call(calls.upload.checkUploads, { items: transfers.map((file) => checkFields(bytes, file)) });
  assert.ok((await flags(0)).every((flag) => flag === '1'));
  // The limit refills with time, so the number of checks it takes depends on how fast the store is.
  let silent = false;
  for (let from = 1; from < 60 && !silent; from += 1) silent = (await flags(from)).includes('3');
  assert.ok(silent, 'nobody seems to have it');
  assert.equal((await offer(bytes, 'others.bin')).uploadflag, '1', 'for others nothing changed');
  // Each transfer answers one check, however often it is sent at once, and makes room for no other guess. The limit does not refill meanwhile.
  const stopped = performance.now();
  const clock = t.mock.method(performance, 'now', () => stopped);
  while ((await flags(60)).includes('1'));
  for (const [index, ticket] of tickets.entries()) {
    assert.ok(ticket.done && ticket.data.uploadflag === '1');
    const fields = instantFields(ticket.data, bytes, transfers[index]!);
    const saved = await guesser.call(calls.upload.secondUploads, { items: Array.from({ length: 30 }, () => fields) });
    assert.ok(saved.every((each) => each.done));
  }
  assert.ok(!(await flags(61)).includes('1'));
  clock.mock.restore();
  const file = await guesser.uploads(bytes, 'sent.bin');
  assert.ok(bytes.equals(await guesser.downloads(file.instanceId)));
});

test('with instantTransferScope at reachable only content that one can read is found; what is sent instead is kept once', async () => {
  await company.database
    .insertInto('service_config')
    .values({ code: 'instantTransferScope', value: JSON.stringify('reachable') })
    .execute();
  const stranger = await company.person();
  const bytes = await known(4000);
  const flagFor = async (by: Person) => {
    const check = await by.call(calls.upload.checkUploadAble, checkFields(bytes, at('asked.bin', by)));
    return check.uploadflag;
  };
  while ((await flagFor(stranger)) !== '3') await new Promise((resolve) => setTimeout(resolve, 20)); // every process reads it with a delay
  assert.equal(await flagFor(owner), '1');
  const file = await stranger.uploads(bytes, 'mine.bin');
  await company.verified();
  assert.equal(await flagFor(stranger), '1');
  assert.ok(bytes.equals(await stranger.downloads(file.instanceId)));
  const { rows } = await sql<{ blobs: number }>`
    select count(distinct blob_id)::int as blobs from instance where size = 4000`.execute(company.database);
  assert.deepEqual(rows, [{ blobs: 1 }]);
  await company.database.deleteFrom('service_config').where('code', '=', 'instantTransferScope').execute();
});
