import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { text } from 'node:stream/consumers';
import { refuseUnreadable } from './errors.ts';

const server = createServer({ headersTimeout: 200, connectionsCheckingInterval: 50 });
before(async () => {
  server.on('clientError', refuseUnreadable);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
after(() => server.close());

/** All that the server says on a connection on which these words come, and no more. */
async function answerTo(words: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  if (words !== '') socket.write(words);
  return text(socket);
}

test('a connection that a browser opened in advance is closed without a word', async () => {
  assert.equal(await answerTo(''), '');
});

test('whoever does not finish a header, or writes no HTTP, is told', async () => {
  for (const words of ['GET / HTTP/1.1\r\nhost: a', 'Good morning\r\n\r\n'])
    assert.match(await answerTo(words), /^HTTP\/1\.1 400 [^]*"field":"header"/);
});
