/** The settings of an S3 store as docs/running.md names them, from the environment to a server that stores a file. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { calls } from '@alcove/contract';
import { pino } from 'pino';
import { openAlcove } from '../alcove.ts';
import { ConfigError, readConfig } from '../config.ts';
import { openTestDatabase } from '../database/testing.ts';
import { Client } from './client.ts';
import { removeBucket } from './s3-bucket.ts';
import { adminPassword } from './company.ts';
import { s3TestStore } from './test-store.ts';
import { freshBytes, uploadFile } from './upload-client.ts';

const given = {
  ALCOVE_S3_ENDPOINT: 'http://127.0.0.1:7480',
  ALCOVE_S3_REGION: 'us-east-1',
  ALCOVE_S3_BUCKET: 'alcove',
  ALCOVE_S3_ACCESS_KEY: 'one',
  ALCOVE_S3_SECRET_KEY: 'secret',
  ALCOVE_S3_UPLOAD_ACCESS_KEY: 'two',
  ALCOVE_S3_UPLOAD_SECRET_KEY: 'secret',
};

test('a store whose uploads are signed by the user that reads everything must be asked for by name', () => {
  const { ALCOVE_S3_UPLOAD_ACCESS_KEY, ALCOVE_S3_UPLOAD_SECRET_KEY, ...single } = given;
  assert.throws(() => readConfig(single), ConfigError);
  assert.throws(() => readConfig({ ...single, ALCOVE_S3_UPLOAD_ACCESS_KEY }), /uploaderIncomplete/);
  assert.throws(() => readConfig({ ...single, ALCOVE_S3_UPLOAD_SECRET_KEY }), /uploaderIncomplete/);
  assert.throws(() => readConfig({ ...single, ALCOVE_S3_SINGLE_USER: 'yes' }), /ALCOVE_S3_SINGLE_USER/);
  assert.throws(() => readConfig({ ...given, ALCOVE_S3_UPLOAD_ACCESS_KEY: given.ALCOVE_S3_ACCESS_KEY }), /uploaderIsOwner/);
  const { store } = readConfig({ ...single, ALCOVE_S3_SINGLE_USER: 'accepted' });
  assert.equal(store.kind === 's3' && store.uploader, null);
});

const over = s3TestStore(`alcove-settings-${randomBytes(6).toString('hex')}`);
if (over) {
  const dataDir = mkdtempSync(join(tmpdir(), 'alcove-settings-'));
  after(() => rmSync(dataDir, { recursive: true, force: true }));

  const environment = (url: string, bucket: string): Record<string, string> => ({
    DATABASE_URL: url,
    ALCOVE_DATA_DIR: dataDir,
    ALCOVE_ADMIN_PASSWORD: adminPassword,
    ALCOVE_S3_ENDPOINT: over.endpoint,
    ALCOVE_S3_REGION: over.region,
    ALCOVE_S3_BUCKET: bucket,
    ALCOVE_S3_ACCESS_KEY: over.accessKey,
    ALCOVE_S3_SECRET_KEY: over.secretKey,
  });
  const second = { ALCOVE_S3_UPLOAD_ACCESS_KEY: over.uploader!.accessKey, ALCOVE_S3_UPLOAD_SECRET_KEY: over.uploader!.secretKey };

  const runs: [what: string, settings: Record<string, string>, risks: string[]][] = [
    ['with the second user', second, []],
    ['with one user, accepted by name', { ALCOVE_S3_SINGLE_USER: 'accepted' }, ['ALCOVE_S3_SINGLE_USER']],
    // Browsers and the server may reach the store under different names.
    ['with another address for browsers', { ...second, ALCOVE_S3_PUBLIC_ENDPOINT: over.endpoint.replace('127.0.0.1', 'localhost') }, []],
  ];
  for (const [index, [what, settings, risks]] of runs.entries()) {
    test(`a server set up ${what} starts, and a file goes there and comes back`, async () => {
      const database = await openTestDatabase();
      // A store belongs to one database.
      const bucket = `${over.bucket}-${index}`;
      const config = readConfig({ ...environment(database.url, bucket), ...settings });
      const alcove = await openAlcove(config, pino({ level: 'silent' }), { administratorMade: () => {} });
      try {
        const origin = await alcove.app.listen({ host: '127.0.0.1', port: 0 });
        const admin = new Client(origin);
        const { personalRootId } = await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
        const bytes = freshBytes(9 * 2 ** 20);
        const { instanceId } = await uploadFile(admin, bytes, { name: 'a.bin', parentId: personalRootId });
        const { url } = await admin.call(calls.download.download, { instanceId });
        const sentOn = await fetch(url, { redirect: 'manual' });
        assert.ok(sentOn.headers.get('location')!.startsWith(settings['ALCOVE_S3_PUBLIC_ENDPOINT'] ?? over.endpoint));
        assert.deepEqual(Buffer.from(await (await fetch(url)).arrayBuffer()), bytes);
        const ready = (await (await fetch(`${origin}/readyz`)).json()) as { status: string; acceptedRisks: string[] };
        assert.deepEqual([ready.status, ready.acceptedRisks], ['ready', risks]);
        const preflight = await fetch(`${over.endpoint}/${bucket}/x`, {
          method: 'OPTIONS',
          headers: {
            origin: 'https://drive.example',
            'access-control-request-method': 'PUT',
            'access-control-request-headers': 'x-amz-acl',
          },
        });
        assert.equal(preflight.status, 200, 'pages of any origin may talk to the bucket, as documented');
      } finally {
        await alcove.close();
        await database.stop();
        await removeBucket({ ...over, bucket });
      }
    });
  }
}
