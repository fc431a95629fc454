/** Hashes in a separate thread: MD5 on the event loop would stall all other requests. */
import { createHash } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { crc32 } from 'node:zlib';

// Verification can wait, uploads cannot. On Linux this sets the priority of this thread only; elsewhere it would affect the whole server.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);

let md5 = createHash('md5');
let sha256 = createHash('sha256');
let crc = 0;

/** A chunk is hashed and acknowledged. Null ends the content and is answered with its hashes. */
parentPort?.on('message', (chunk: Uint8Array<ArrayBuffer> | null) => {
  if (chunk) {
    md5.update(chunk);
    sha256.update(chunk);
    crc = crc32(chunk, crc);
    // A thread that makes few objects collects late: chunks would pile up.
    chunk.buffer.transfer(0);
    parentPort?.postMessage('more');
    return;
  }
  parentPort?.postMessage({ md5: md5.digest('hex'), sha256: sha256.digest('hex'), crc32: crc });
  md5 = createHash('md5');
  sha256 = createHash('sha256');
  crc = 0;
});
