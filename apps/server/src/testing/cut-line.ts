/** A line to PostgreSQL that can be cut at a chosen statement: before it gets there, or after it was done and before that is known. */
import { once } from 'node:events';
import { createConnection, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import pg from 'pg';

export interface Cut {
  /** The first statement that is counted holds this text; what its connection sends from there on is counted. */
  from: string;
  /** 0 is that statement itself. */
  statement: number;
  when: 'before' | 'after';
}

export interface CutLine {
  /** For DATABASE_URL. */
  url: string;
  /** Once; then nothing goes through until `mend`. */
  cutAt(cut: Cut): void;
  /** Answers whether it was cut. */
  mend(): boolean;
  close(): Promise<void>;
}

export async function openCutLine(url: string): Promise<CutLine> {
  const { host, port, user, password, database } = new pg.Client({ connectionString: url }) as unknown as Record<string, string>;
  const socket = host?.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host: host!, port: Number(port) };
  const lines = new Set<Socket>();
  let plan: Cut | null = null;
  let isCut = false;
  const cut = (): void => {
    isCut = true;
    plan = null;
    for (const line of lines) line.destroy();
  };
  const server = createServer((client) => {
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
    let counted = -1;
    let awaited = false;
    const texts = new Map<string, string>();
    let text = '';
    client.on(
      'data',
      messagesOf(false, (type, body, whole) => {
        if (type === 'Q') text = body.toString().slice(0, -1);
        if (type === 'P') texts.set(nameIn(body), (text = nameIn(body.subarray(nameIn(body).length + 1))));
        if (type === 'B') text = texts.get(nameIn(body.subarray(nameIn(body).length + 1))) ?? '';
        if ((type === 'Q' || type === 'S') && plan && !isCut) {
          if (counted >= 0 || text.includes(plan.from)) counted += 1;
          if (counted === plan.statement && plan.when === 'before') return cut();
          awaited = counted === plan.statement;
        }
        backend.write(whole);
      }),
    );
    backend.on(
      'data',
      messagesOf(true, (type, _body, whole) => {
        if (awaited && type === 'Z') return cut();
        if (!awaited) client.write(whole);
      }),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: ours } = server.address() as AddressInfo;
  return {
    url: `postgres://${user}:${encodeURIComponent(password ?? '')}@127.0.0.1:${ours}/${database}`,
    cutAt: (one) => void (plan = one),
    mend() {
      const was = isCut;
      isCut = false;
      plan = null;
      return was;
    },
    async close() {
      for (const line of lines) line.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

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
