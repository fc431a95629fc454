/** An invalid setting is reported in the language of the terminal, with its name and the values it may have. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readConfig } from '../config.ts';
import { terminalTexts, whyNotStarted } from './index.ts';

const s3 = {
  ALCOVE_S3_REGION: 'region',
  ALCOVE_S3_BUCKET: 'bucket',
  ALCOVE_S3_ACCESS_KEY: 'owner',
  ALCOVE_S3_SECRET_KEY: 'secret',
};
const single = { ...s3, ALCOVE_S3_ENDPOINT: 'https://store.example' };
const store = { ...single, ALCOVE_S3_UPLOAD_ACCESS_KEY: 'uploader', ALCOVE_S3_UPLOAD_SECRET_KEY: 'secret' };

/** Environment variables, and the words that the message must contain. */
const faults: [Record<string, string>, string[]][] = [
  [{ ALCOVE_PORT: 'eighty' }, ['ALCOVE_PORT', '65535', 'eighty']],
  [{ ALCOVE_ADMIN_PASSWORD: 'short' }, ['ALCOVE_ADMIN_PASSWORD', '8']],
  [{ ALCOVE_METRICS_TOKEN: 'short' }, ['ALCOVE_METRICS_TOKEN', '16']],
  [{ ALCOVE_SESSION_IDLE_HOURS: '200' }, ['ALCOVE_SESSION_IDLE_HOURS', 'ALCOVE_SESSION_ABSOLUTE_HOURS']],
  [{ ALCOVE_SECURE_COOKIE: 'maybe' }, ['ALCOVE_SECURE_COOKIE', 'auto', 'maybe']],
  [{ ALCOVE_ADOPT_STORE: 'maybe' }, ['ALCOVE_ADOPT_STORE', 'true', 'false', 'maybe']],
  [{ ALCOVE_LOG_LEVEL: 'loud' }, ['ALCOVE_LOG_LEVEL', 'trace', 'loud']],
  [{ ALCOVE_UNCONFINED_PREVIEWS: 'yes' }, ['ALCOVE_UNCONFINED_PREVIEWS', 'accepted', 'yes']],
  [{ DATABASE_URL: 'mysql://secret@host' }, ['DATABASE_URL', 'postgres://']],
  [{ ALCOVE_TRUST_PROXY: '10.0.0.0/64' }, ['ALCOVE_TRUST_PROXY', '10.0.0.0/64']],
  [{ ALCOVE_OUTGOING_NETWORKS: '10.0.0.0/33' }, ['ALCOVE_OUTGOING_NETWORKS', '10.0.0.0/33']],
  [{ ALCOVE_SEALING_KEY: 'short' }, ['ALCOVE_SEALING_KEY', '16']],
  [{ ALCOVE_OUTGOING_HTTP: 'true' }, ['ALCOVE_OUTGOING_HTTP', 'accepted', 'true']],
  [{ ALCOVE_CONTENT_ORIGIN: 'files.example/' }, ['ALCOVE_CONTENT_ORIGIN', 'files.example/']],
  [{ ...store, ALCOVE_CONTENT_ORIGIN: 'https://files.example' }, ['ALCOVE_CONTENT_ORIGIN', 'S3']],
  [{ ALCOVE_STORAGE: 'outside' }, ['ALCOVE_STORAGE', 'apart', 'inside', 'outside']],
  [{ ...store, ALCOVE_STORAGE: 'inside' }, ['ALCOVE_STORAGE', 'S3']],
  [s3, ['ALCOVE_S3_ENDPOINT']],
  [{ ...store, ALCOVE_S3_ENDPOINT: 'ftp://x' }, ['ALCOVE_S3_ENDPOINT', 'ftp://x']],
  [{ ...store, ALCOVE_S3_BUCKET: 'Not A Bucket' }, ['ALCOVE_S3_BUCKET', 'Not A Bucket']],
  [{ ...store, ALCOVE_S3_ALLOWED_ORIGINS: 'drive' }, ['ALCOVE_S3_ALLOWED_ORIGINS', 'drive']],
  [single, ['ALCOVE_S3_UPLOAD_ACCESS_KEY', 'ALCOVE_S3_SINGLE_USER=accepted']],
  [{ ...single, ALCOVE_S3_UPLOAD_ACCESS_KEY: 'one' }, ['ALCOVE_S3_UPLOAD_SECRET_KEY']],
  [{ ...store, ALCOVE_S3_UPLOAD_ACCESS_KEY: 'owner' }, ['ALCOVE_S3_UPLOAD_ACCESS_KEY', 'ALCOVE_S3_ACCESS_KEY']],
];

for (const [env, named] of faults)
  test(`it is said in both languages what is wrong with ${JSON.stringify(env)}`, () => {
    const error = faultOf(env);
    const [chinese, english] = ['zh_CN.UTF-8', 'en_US.UTF-8'].map((LANG) => whyNotStarted(error, null, terminalTexts({ LANG }))) as [
      string,
      string,
    ];
    for (const said of [chinese, english]) {
      assert.doesNotMatch(said, /\n|undefined|\[object|mysql|secret@/);
      for (const word of named) assert.ok(said.includes(word), said);
    }
    assert.match(chinese, /\p{Script=Han}{2}/u);
    assert.doesNotMatch(english, /\p{Script=Han}/u);
  });

function faultOf(env: Record<string, string>): ConfigError {
  try {
    readConfig(env);
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return error;
  }
  return assert.fail('it is taken');
}
