/**
 * A line to PostgreSQL that can be cut, or stand still, at a chosen statement: before it gets there, or after it was done and before that
 * is known.
 */
import { once } from 'node:events';
import { createConnection, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import pg from 'pg';

export interface Cut {
  /** The first statement that is counted holds this text; what its connection sends from there on is counted. */
  from: string;
  /** 0 is that statement itself; else the end of the transaction that it stands in. */
  statement: number | 'commit';
  when: 'before' | 'after';
}

export interface CutLine {
  /** For DATABASE_URL. */
  url: string;
  /** Now; nothing goes through until `mend`. */
  cut(): void;
  /** Once, there. */
  cutAt(cut: Cut): void;
  /** Each connection that gets to one of these stands still there, until `mend`; all others go on. */
  holdAt(cuts: readonly Cut[]): { held(many: number): Promise<void> };
  /** Answers whether it was cut. What stood still is lost. */
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
  const cut = (): void => {
    isCut = true;
    plans = [];
    for (const line of lines) line.destroy();
  };
  // Each message is written by itself: held back for more, a statement would take 40 ms.
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
      // The next transaction of this connection may be another's.
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
        // PostgreSQL does what it has read of a statement, whether or not its end comes: it gets there whole or not at all.
        if (partsOfStatement.has(type)) return;
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
    holdAt(cuts) {
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

/** Parse, Bind, Describe, Execute, Close: all before the Sync. */
const partsOfStatement = new Set(['P', 'B', 'D', 'E', 'C']);

const nameIn = (body: Buffer): string => body.subarray(0, body.indexOf(0)).toString();

/** Whole messages of the protocol: a type and a length; the first of a client has no type. */
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
