/** Seals in the store that a company uses: a folder, or S3. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { removeBucket } from '../testing/s3-bucket.ts';
import { s3TestStore } from '../testing/index.ts';
import { openSealedLog } from './seals.test-support.ts';
import type { SealedLog } from './seals.test-support.ts';
import { sealDue } from './write-seals.ts';

const s3 = s3TestStore(`alcove-seals-${randomBytes(6).toString('hex')}`);
let log: SealedLog;
before(async () => {
  log = await openSealedLog(s3);
});
after(async () => {
  await log.close();
  if (s3) await removeBucket(s3);
});

const keys = async (): Promise<string[]> => (await log.store.listObjects(null, 1000)).objects.map(({ key }) => key ?? '').toSorted();

test('pieces are joined into seals there, also by two processes at once, and a verification reads them back', async () => {
  const ids = await log.enters(25);
  await log.chains();
  const { database, store, logger } = log;
  const options = { leastAgeMs: -60_000, ofPiece: 4, ofSeal: 10 };
  await Promise.all([1, 2].map(() => sealDue({ database, store, logger }, options)));
  await log.seals();
  assert.equal(await log.fault(), null);
  const [first, second, ...open] = await keys();
  const day = /\d{4}-\d\d-\d\d/.exec(first!)?.[0];
  assert.deepEqual([first, second], [`audit/${day}/1`, `audit/${day}/2`]);
  assert.ok(open.length > 0 && open.every((key) => key.startsWith(`audit/${day}/3/`)), open.join());
  await log.tampers(
    `create table kept as select * from audit_log where id = ${ids[12]}`,
    `update audit_log set result = 7 where id = ${ids[12]}`,
  );
  assert.deepEqual(await log.fault(), ['changed', ids[12]]);
  await log.tampers(`update audit_log l set result = k.result from kept k where k.id = l.id`, 'drop table kept');
  assert.equal(await log.fault(), null);
});

test('a seal that is gone from the store is missed', async () => {
  const [key] = await keys();
  await log.store.remove(key!);
  assert.equal((await log.fault())?.[0], 'sealMissing');
});
