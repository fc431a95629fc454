import assert from 'node:assert/strict';
import { test } from 'node:test';
import { s3TestStore } from '../testing/index.ts';
import { objectStoreSuite } from './object-store.suite.ts';
import { openS3Store } from './s3-store.ts';

const config = s3TestStore('alcove-suite');

if (config) {
  objectStoreSuite('s3', async () => {
    const store = await openS3Store(config);
    return { store, origin: 'https://not.used.example', close: () => store.close() };
  });

  test('s3: a second user that reads what it or another stored ends the start, and so does one that may not write', async () => {
    const { accessKey, secretKey } = config;
    await assert.rejects(openS3Store({ ...config, uploader: { accessKey, secretKey } }), {
      name: 'StoreSetupError',
      message: /may (read|copy) objects/,
    });
    const unknown = { accessKey: 'AKUNKNOWN', secretKey };
    await assert.rejects(openS3Store({ ...config, uploader: unknown }), { name: 'StoreSetupError', message: /may not store an object/ });
    await assert.rejects(openS3Store({ ...config, ...unknown }), { name: 'StoreSetupError', message: /refused to prepare the bucket/ });
    const store = await openS3Store(config);
    assert.deepEqual(
      (await store.listUploads()).filter(({ key }) => key.startsWith('start-')),
      [],
    );
    await store.close();
  });

  test('s3: a browser on another origin is let in', async () => {
    await (await openS3Store(config)).close();
    const answer = await fetch(`${config.endpoint}/alcove-suite/t/x?partNumber=1&uploadId=u`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://drive.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers':
          'authorization,content-md5,x-amz-date,x-amz-content-sha256,x-amz-meta-token,x-amz-acl,if-none-match',
      },
    });
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('access-control-allow-origin') ?? '', /^(\*|https:\/\/drive\.example)$/);
  });
}
