/**
 * Receives the bodies of requests, and sends those of answers, whose connections the server lends (`storage-process.ts`). It has no rules and no secrets: it is
 * told where to write or read, and says what came or went.
 */
import type { StageOptions } from './disk-stage.ts';
import { stage } from './disk-stage.ts';
import { watchReceived } from './least-speed.ts';
import { LentBody } from './lent-body.ts';
import type { Handle } from './lent-connection.ts';
import { SentBody } from './sent-body.ts';
import type { StoredBytes } from './sent-body.ts';
import { errno, StorageError } from './storage-error.ts';
import type { StorageErrorCode } from './storage-error.ts';

/** `ended`: the connection was closed at the server's end. `ask`: whether it still answers. */
export type Order =
  | { kind: 'ask' }
  | { kind: 'receive'; id: number; head: Uint8Array; options: StageOptions; overMs: number }
  | { kind: 'send'; id: number; bytes: StoredBytes; overMs: number }
  | { kind: 'ended'; id: number };

export type Outcome =
  | { kind: 'staged'; crc: number }
  | { kind: 'refused'; code: StorageErrorCode; message: string }
  | { kind: 'failed'; code: string; message: string };

export type Report = Said & { /** What it has used since its start. */ processorMs: number };
type Said =
  | { kind: 'ready' | 'here' }
  | {
      kind: 'done';
      id: number;
      outcome: Outcome;
      /** Bytes of the body that are gone from the connection, with those of `head`. */
      received: number;
      /** The connection ended, was too slow, or brought bytes of a next request, too. */
      isBroken: boolean;
    }
  | {
      kind: 'sent';
      id: number;
      /** Null: the connection took all of it. */
      failure: string | null;
    };

function report(what: Said): void {
  const { user, system } = process.cpuUsage();
  // If the server is gone, so is this process in a moment.
  process.send!({ ...what, processorMs: (user + system) / 1000 } satisfies Report, () => {});
}
const bodies = new Map<number, LentBody | SentBody>();

process.on('message', (order: Order, handle: unknown) => {
  if (order.kind === 'ask') report({ kind: 'here' });
  else if (order.kind === 'ended') bodies.get(order.id)?.end();
  else if (order.kind === 'send') void send(order, handle as Handle);
  else void receive(order, handle as Handle);
});
process.on('disconnect', () => process.exit());
// Whoever stops the server tells all its processes, and the server lets the uploads end that are under way.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
report({ kind: 'ready' });

async function receive({ id, head, options, overMs }: Extract<Order, { kind: 'receive' }>, handle: Handle): Promise<void> {
  const body = new LentBody(handle, options.size);
  bodies.set(id, body);
  const unwatch = watchReceived(body.socket, overMs);
  const outcome = await outcomeOf(stage(body, options, () => body.begin(Buffer.from(head))));
  unwatch();
  bodies.delete(id);
  const isBroken = body.destroyed || body.isOverrun;
  body.end();
  report({ kind: 'done', id, outcome, received: Math.max(body.received, head.length), isBroken });
}

async function send({ id, bytes, overMs }: Extract<Order, { kind: 'send' }>, handle: Handle): Promise<void> {
  const body = new SentBody(handle, overMs);
  bodies.set(id, body);
  const failure = await body.send(bytes).then(
    (isWhole) => (isWhole ? null : 'The connection ended, or took too little.'),
    (error: Error) => error.message,
  );
  bodies.delete(id);
  body.end();
  report({ kind: 'sent', id, failure });
}

async function outcomeOf(staged: Promise<number>): Promise<Outcome> {
  try {
    return { kind: 'staged', crc: await staged };
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof StorageError) return { kind: 'refused', code: error.code, message };
    return { kind: 'failed', code: String(errno(error)), message };
  }
}
