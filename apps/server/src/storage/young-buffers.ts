/**
 * Each chunk of a body is a new buffer outside V8's heap. V8 answers the weight of many by marking its whole heap, over and over, which took
 * more processor time than receiving them. The chunks of a request belong to nobody else, so their memory is freed as soon as they are used.
 * Others die young, so collecting the young objects alone, a millisecond, frees them all before V8 begins. Buffers that are used again are
 * not counted.
 */
import { IncomingMessage } from 'node:http';
import { collect } from '../collect.ts';
import { free } from './free-bytes.ts';

/** With 16 MiB, the marking often began first and then ended within the collection. With 2 MiB, the collections cost more than they saved. */
const TOGETHER = 4 * 1024 ** 2;

let held = 0;

/** Call it with the size of each buffer that was just made for somebody's bytes and will soon be dropped. */
export function madeBuffer(bytes: number): void {
  held += bytes;
  if (held < TOGETHER) return;
  held = 0;
  collect({ type: 'minor' });
}

/** Call it once a chunk of a body is copied. Who made the chunks of a stream that is no request may read them again. */
export function usedChunk(chunk: Buffer<ArrayBuffer>, body: object): void {
  if (body instanceof IncomingMessage) free(chunk);
  else madeBuffer(chunk.length);
}
