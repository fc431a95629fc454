/** HTTP requests of the tests. `fetch` takes three times the processor time, and there are tens of thousands of them. */
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';

/** What the tests read of a `Response`. */
export type Answer = Pick<Response, 'status' | 'ok' | 'headers' | 'text' | 'json' | 'arrayBuffer'>;

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | FormData | null;
}

const agent = new Agent({ keepAlive: true });

/** As `fetch`, but it follows no redirect, and the body is read in any case, so that the connection becomes free. */
export async function exchange(url: string, { method = 'GET', headers = {}, body = null }: Asked = {}): Promise<Answer> {
  const form = body instanceof FormData ? new Response(body) : null;
  const bytes = form ? Buffer.from(await form.arrayBuffer()) : (body as string | Uint8Array | null);
  const all: Record<string, string> = { accept: '*/*', 'user-agent': 'node', ...headers };
  if (form) all['content-type'] = form.headers.get('content-type')!;
  if (bytes !== null) all['content-length'] = String(Buffer.byteLength(bytes));
  return new Promise((resolve, reject) => {
    request(url, { agent, method, headers: all }, (answer) => resolve(answerOf(answer)))
      .once('error', reject)
      .end(bytes);
  });
}

function answerOf(answer: IncomingMessage): Answer {
  const { statusCode: status = 0, rawHeaders } = answer;
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!);
  const body = bodyOf(answer);
  body.catch(() => {}); // a test need not read it
  return {
    status,
    ok: status >= 200 && status < 300,
    headers,
    text: async () => (await body).toString(),
    json: async () => JSON.parse((await body).toString()) as unknown,
    arrayBuffer: async () => new Uint8Array(await body).buffer,
  };
}

function bodyOf(answer: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  answer.on('data', (piece: Buffer) => pieces.push(piece));
  return new Promise((resolve, reject) => {
    answer.once('end', () => resolve(Buffer.concat(pieces))).once('error', reject);
  });
}
