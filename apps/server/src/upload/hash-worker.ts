/** Hashes in a thread of its own: MD5 on the event loop would stall every other request. */
import { createHash } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

// Verifying can wait, uploads cannot. On Linux this is the priority of this thread alone; elsewhere it would be the whole server's.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);

let md5 = createHash('md5');
let sha256 = createHash('sha256');

/** A chunk is hashed and acknowledged; null ends the content and answers its hashes. */
parentPort?.on('message', (chunk: Uint8Array | null) => {
  if (chunk) {
    md5.update(chunk);
    sha256.update(chunk);
    parentPort?.postMessage('more');
    return;
  }
  parentPort?.postMessage({ md5: md5.digest('hex'), sha256: sha256.digest('hex') });
  md5 = createHash('md5');
  sha256 = createHash('sha256');
});
