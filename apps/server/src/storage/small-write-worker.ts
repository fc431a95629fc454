/** Writes everything that arrived since the last turn as one batch. */
import { parentPort, receiveMessageOnPort } from 'node:worker_threads';
import { free } from './free-bytes.ts';
import { writeSmall } from './small-write.ts';
import type { SmallObject } from './small-write.ts';

const largestBatch = 64;
const port = parentPort!;
port.on('message', (first: SmallObject) => {
  const batch = [first];
  for (let next = receiveMessageOnPort(port); next; next = batch.length < largestBatch ? receiveMessageOnPort(port) : undefined)
    batch.push(next.message as SmallObject);
  port.postMessage(writeSmall(batch));
  // A thread that makes few objects collects late: bodies would pile up.
  for (const { body } of batch) free(body);
});
