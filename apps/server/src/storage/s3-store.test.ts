import assert from 'node:assert/strict';
import { test } from 'node:test';
import { objectStoreSuite } from './object-store.suite.ts';
import { openS3Store } from './s3-store.ts';

const {
  ALCOVE_TEST_S3_ENDPOINT: endpoint,
  ALCOVE_TEST_S3_ACCESS_KEY: accessKey = '',
  ALCOVE_TEST_S3_SECRET_KEY: secretKey = '',
} = process.env;

if (endpoint) {
  const config = { endpoint, region: 'us-east-1', bucket: 'alcove-suite', accessKey, secretKey };
  objectStoreSuite('s3', async () => {
    const store = await openS3Store(config);
    return { store, origin: 'https://not.used.example', close: () => store.close() };
  });

  test('s3: a browser on another origin is let in', async () => {
    await (await openS3Store(config)).close();
    const answer = await fetch(`${endpoint}/alcove-suite/t/x?partNumber=1&uploadId=u`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://drive.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,content-md5,x-amz-date,x-amz-content-sha256,x-amz-meta-token,if-none-match',
      },
    });
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('access-control-allow-origin') ?? '', /^(\*|https:\/\/drive\.example)$/);
  });
}
