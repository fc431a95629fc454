/**
 * The next range of a link, on the connection that has just read one. A request that differs from the last one in nothing but its range is signed in
 * the same way, comes from the same address and gets the same headers. So what was found out for the last one holds for it too, and only what
 * changes with time is asked again: whether the link has ended, the right behind it, the rules of addresses, the places, the object.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { DiskObject } from './disk-objects.ts';
import type { DiskStore } from './disk-store.ts';
import type { Places } from './places.ts';
import { isSentAtOnce, parseRange, sendAtOnce } from './storage-read.ts';
import type { Holds, ReadTransform } from './storage-read.ts';

/** A range that was answered. */
export interface AnsweredRange {
  key: string;
  object: DiskObject;
  /** When the link ends. */
  until: number;
  holds: Holds;
  places: readonly { name: string; most: number }[];
  transform: ReadTransform | undefined;
}

interface Known extends AnsweredRange {
  request: Pick<IncomingMessage, 'url' | 'rawHeaders' | 'httpVersionMinor'>;
  /** Where in the raw headers the range is. */
  rangeAt: number;
  /** The headers of the answer, names and values, without those that each answer has for itself. */
  headers: readonly string[];
}

const ofEachAnswer = new Set(['content-length', 'content-range', 'x-trace-id']);
/** A request with a body, or with a trace id of its own, is not like the one before. */
const ofEachRequest = ['content-length', 'transfer-encoding', 'traceid'];

export class NextRanges {
  readonly #store: DiskStore;
  readonly #places: Places;
  readonly #now: () => number;
  readonly #known = new WeakMap<Socket, Known>();

  constructor(store: DiskStore, places: Places, now: () => number) {
    this.#store = store;
    this.#places = places;
    this.#now = now;
  }

  /** Call it after a small range was answered by the framework's way. */
  remember({ url, rawHeaders, httpVersionMinor, headers, socket }: IncomingMessage, response: ServerResponse, range: AnsweredRange): void {
    if (response.hasHeader('connection') || ofEachRequest.some((name) => headers[name] !== undefined)) return;
    const rangeAt = rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'range') + 1;
    const same = Object.entries(response.getHeaders()).filter(([name]) => !ofEachAnswer.has(name));
    this.#known.set(socket, {
      ...range,
      request: { url, rawHeaders, httpVersionMinor },
      rangeAt,
      headers: same.flatMap(([name, value]) => [name, String(value)]),
    });
  }

  /** Answers the request if it is one for the next range. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const known = this.#known.get(request.socket);
    if (!known || !isSameButRange(request, known) || this.#now() >= known.until) return false;
    const { key, object, places, rangeAt, transform } = known;
    const range = parseRange(request.rawHeaders[rangeAt], object.manifest.size);
    if (typeof range === 'string' || !isSentAtOnce(range)) return false;
    if (atOnce(this.#store.find(key)) !== object || atOnce(known.holds()) !== true || !this.#places.take(places)) return false;
    response.once('close', () => this.#places.giveBack(places));
    const { start, end } = range;
    response.writeHead(206, [
      ...known.headers,
      'content-range',
      `bytes ${start}-${end}/${object.manifest.size}`,
      'content-length',
      String(end + 1 - start),
      'x-trace-id',
      randomUUID().replaceAll('-', ''),
    ]);
    sendAtOnce(response, { store: this.#store, object, start, end: end + 1, transform });
    return true;
  }
}

function isSameButRange({ method, url, rawHeaders, httpVersionMinor }: IncomingMessage, { request: before, rangeAt }: Known): boolean {
  if (method !== 'GET' || url !== before.url || httpVersionMinor !== before.httpVersionMinor) return false;
  if (rawHeaders.length !== before.rawHeaders.length) return false;
  for (let at = 0; at < rawHeaders.length; at++) if (at !== rangeAt && rawHeaders[at] !== before.rawHeaders[at]) return false;
  return true;
}

/** What takes a moment to find out, the framework's way finds out, which asks again and answers if that fails. */
function atOnce<Found>(found: Found | Promise<Found>): Found | undefined {
  if (!(found instanceof Promise)) return found;
  found.catch(() => {});
  return undefined;
}
