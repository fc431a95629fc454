/** A file that is made while it is sent: how it ends. */
import assert from 'node:assert/strict';
import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { Attachment, sendAttachment } from './attachment.ts';
import { Failure } from './failure.ts';

let [made, ended, mayHave] = [0, false, true];
async function* endless(): AsyncGenerator<Uint8Array> {
  [made, ended] = [0, false];
  try {
    for (; ; made += 1) {
      yield Buffer.alloc(64 * 1024, 'x');
      await sleep(1);
    }
  } finally {
    ended = true;
  }
}
const stillMay = async (): Promise<void> => {
  if (!mayHave) throw new Failure('NOT_ALLOWED');
};

const app = Fastify();
before(async () => {
  app.get('/file', (_request, reply) => sendAttachment(reply, new Attachment('f.txt', 'text/plain', endless()), stillMay));
  await app.listen({ host: '127.0.0.1', port: 0 });
});
after(() => app.close());

const opened = (): Promise<IncomingMessage> =>
  new Promise((done) => get({ port: (app.server.address() as AddressInfo).port, path: '/file' }, done));
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(5);
}

test('nothing more is made for a reader who does not read, and nothing at all when they have left', async () => {
  const answer = await opened();
  await until(() => made > 10);
  let before = -1;
  while (before !== made) {
    before = made;
    await sleep(200);
  }
  assert.equal(ended, false);
  answer.destroy();
  await until(() => ended);
});

test('who may no longer have it is cut off, and does not take a part for the whole', async () => {
  const answer = await opened();
  answer.once('data', () => (mayHave = false)).resume();
  await assert.rejects(
    new Promise((done, failed) => answer.once('end', done).once('error', failed)),
    (error: Error & { code?: string }) => error.code === 'ECONNRESET',
  );
  assert.ok(ended);
});
