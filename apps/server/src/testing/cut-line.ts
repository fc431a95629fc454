/**
 * A proxy in front of PostgreSQL that can cut or pause connections at a chosen statement: before it arrives, or after it was executed but
 * before its answer arrives.
 */
import { once } from 'node:events';
import { createConnection, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import pg from 'pg';

export interface Cut {
  /** Counting starts at the first statement that contains this text; the following messages of its connection are counted. */
  from: string;
  /** 0 is that statement itself; otherwise the end of its transaction. */
  statement: number | 'commit';
  when: 'before' | 'after';
}

export interface CutLine {
  /** For DATABASE_URL. */
  url: string;
  /** Cuts all connections now; none are accepted until `mend`. */
  cut(): void;
  /** Cuts the line once, at that point. */
  cutAt(cut: Cut): void;
  /** Every connection that reaches one of these points pauses there until `mend`; all others continue. */
  pauseAt(cuts: readonly Cut[]): { held(many: number): Promise<void> };
  /** The text of every statement that is sent while `work` goes on, in their order. `work` is given those that were sent so far. */
  statementsOf(work: (soFar: readonly string[]) => Promise<unknown>): Promise<string[]>;
  /** Returns whether the line was cut. Paused connections are closed. */
  mend(): boolean;
  close(): Promise<void>;
}

export async function openCutLine(url: string): Promise<CutLine> {
  const { host, port, user, password, database } = new pg.Client({ connectionString: url }) as unknown as Record<string, string>;
  const socket = host?.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host: host!, port: Number(port) };
  const lines = new Set<Socket>();
  let plans: readonly Cut[] = [];
  let holding: { count: number; whenHeld: () => void } | null = null;
  let isCut = false;
  let heard: string[] | null = null;
  const cut = (): void => {
    isCut = true;
    plans = [];
    for (const line of lines) line.destroy();
  };
  // Each message is written separately: if it were held back for more, a statement would take 40 ms.
  const server = createServer({ noDelay: true }, (client) => {
    if (isCut) return void client.destroy();
    const backend = createConnection(socket as never);
    for (const line of [client, backend]) {
      lines.add(line);
      line
        .on('error', () => {})
        .on('close', () => {
          lines.delete(line);
          client.destroy();
          backend.destroy();
        });
    }
    let followed: { plan: Cut; counted: number } | null = null;
    let awaited = false;
    let still = false;
    const reached = (): void => {
      still = true;
      if (!holding) return cut();
      holding.count += 1;
      holding.whenHeld();
    };
    const isThere = (): boolean => {
      if (followed && !plans.includes(followed.plan)) followed = null;
      if (followed) followed.counted += 1;
      else {
        const begun = plans.find(({ from }) => text.includes(from));
        if (begun) followed = { plan: begun, counted: 0 };
      }
      if (!followed) return false;
      const { plan, counted } = followed;
      const there = plan.statement === 'commit' ? text === 'commit' : counted === plan.statement;
      // The next transaction of this connection may belong to another request.
      if (there || text === 'rollback') followed = null;
      awaited = there && plan.when === 'after';
      return there && plan.when === 'before';
    };
    const texts = new Map<string, string>();
    let text = '';
    let pending: Buffer[] = [];
    client.on(
      'data',
      messagesOf(false, (type, body, whole) => {
        if (type === 'Q') text = body.toString().slice(0, -1);
        if (type === 'P') texts.set(nameIn(body), (text = nameIn(body.subarray(nameIn(body).length + 1))));
        if (type === 'B') text = texts.get(nameIn(body.subarray(nameIn(body).length + 1))) ?? '';
        pending.push(whole);
        // PostgreSQL executes a statement that it has read, whether or not the rest follows, so it must arrive either whole or not at all.
        if (partsOfStatement.has(type)) return;
        if (type === 'Q' || type === 'S') heard?.push(text);
        if ((type === 'Q' || type === 'S') && !still && isThere()) reached();
        if (!still) backend.write(Buffer.concat(pending));
        pending = [];
      }),
    );
    backend.on(
      'data',
      messagesOf(true, (type, _body, whole) => {
        if (awaited && type === 'Z') reached();
        if (!awaited) client.write(whole);
      }),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: ours } = server.address() as AddressInfo;
  return {
    url: `postgres://${user}:${encodeURIComponent(password ?? '')}@127.0.0.1:${ours}/${database}`,
    cut,
    cutAt: (one) => void (plans = [one]),
    pauseAt(cuts) {
      plans = cuts;
      const all = { count: 0, whenHeld: () => {} };
      holding = all;
      return {
        held: (many) =>
          new Promise((resolve) => {
            all.whenHeld = () => {
              if (all.count >= many) resolve();
            };
            all.whenHeld();
          }),
      };
    },
    async statementsOf(work) {
      const texts: string[] = (heard = []);
      await work(texts);
      heard = null;
      return texts;
    },
    mend() {
      const was = isCut;
      isCut = false;
      plans = [];
      if (holding) for (const line of lines) line.destroy();
      holding = null;
      return was;
    },
    async close() {
      for (const line of lines) line.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Parse, Bind, Describe, Execute, Close: everything before the Sync. */
const partsOfStatement = new Set(['P', 'B', 'D', 'E', 'C']);

const nameIn = (body: Buffer): string => body.subarray(0, body.indexOf(0)).toString();

/** Splits into whole messages of the protocol: a type and a length. The first message of a client has no type. */
function messagesOf(typed: boolean, take: (type: string, body: Buffer, whole: Buffer) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const head = typed ? 1 : 0;
      if (rest.length < head + 4) return;
      const length = head + rest.readUInt32BE(head);
      if (rest.length < length) return;
      const whole = rest.subarray(0, length);
      rest = rest.subarray(length);
      take(typed ? String.fromCharCode(whole[0]!) : '', whole.subarray(head + 4), whole);
      typed = true;
    }
  };
}
