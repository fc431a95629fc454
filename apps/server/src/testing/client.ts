import { randomUUID } from 'node:crypto';
import { calls, failures } from '@alcove/contract';
import type { AnswerOf, Call, Envelope, FailureCode, InputOf } from '@alcove/contract';
import { exchange } from './request.ts';
import type { Answer } from './request.ts';

export interface Reply<Data = unknown> extends Envelope<Data> {
  status: number;
  headers: Headers;
}

/** A call that was answered with a failure. */
export class RefusedCall extends Error {
  readonly reply: Reply;
  constructor(call: string, reply: Reply) {
    super(`${call}: ${reply.status} ${reply.errcode} ${reply.errmsg}`);
    this.reply = reply;
  }
}

/** For `assert.rejects`: the expected refusal, by its code in the contract. */
export const refused =
  (code: FailureCode) =>
  (error: unknown): boolean => {
    if (error instanceof RefusedCall && error.reply.errcode === failures[code].errcode && error.reply.status === failures[code].status)
      return true;
    throw error instanceof Error ? new Error(`expected ${code}, got: ${error.message}`, { cause: error }) : error;
  };

type Fields = Record<string, unknown>;

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** The fields as a query or a form has them; a list repeats its name. */
export function encodeFields(fields: Fields): string {
  const encoded = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) encoded.append(name, textOf(one));
  }
  return encoded.toString();
}

/** The content type of a call's fields. That of a multipart form comes with its boundary. */
export function bodyOf(call: Call, fields: Fields): { type: string; body: string | FormData | null } {
  if (call.fieldsIn === 'query') return { type: '', body: null };
  if (call.fieldsIn === 'json') return { type: 'application/json', body: JSON.stringify(fields) };
  if (call.fieldsIn === 'form') return { type: 'application/x-www-form-urlencoded', body: encodeFields(fields) };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of Array.isArray(value) ? value : [value])
      if (one instanceof File) form.append(name, one);
      else if (one !== undefined) form.append(name, textOf(one));
  return { type: '', body: form };
}

/** A browser that talks to one Alcove: it keeps cookies and sends the headers of the web app. */
export class Client {
  readonly origin: string;
  readonly cookies = new Map<string, string>();
  /** A desktop client, which uses a bearer token. */
  bearer: string | null = null;
  /** What it signed in with, for when it is asked again who it is, as after the first minutes of a long test. Null: it is not known. */
  password: string | null = null;
  /** Sent with every request. */
  headers: Record<string, string> = { 'x-requested-with': 'XMLHttpRequest', 'accept-language': 'en-US' };

  constructor(origin: string) {
    this.origin = origin;
  }

  /** Any request. A header with the value '' is omitted. */
  async send(
    method: string,
    path: string,
    { headers = {}, body = null }: { headers?: Record<string, string>; body?: string | FormData | null } = {},
  ): Promise<Answer> {
    const all: Record<string, string> = {
      ...this.headers,
      cookie: [...this.cookies].map((pair) => pair.join('=')).join('; '),
      authorization: this.bearer === null ? '' : `Bearer ${this.bearer}`,
      ...headers,
    };
    const answer = await exchange(this.origin + path, {
      method,
      body,
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  /**
   * Makes a call with any fields; a change gets a new idempotency key, as in the web app. Returns the envelope of a success or a failure; a
   * file is a success without data.
   */
  async ask<Data>(call: Call, fields: unknown, headers: Record<string, string> = {}): Promise<Reply<Data>> {
    if (call.name === calls.user.signIn.name) this.password = (fields as { password: string }).password;
    const reply = await this.#ask<Data>(call, fields, headers);
    if (reply.errcode !== failures.PROOF_NEEDED.errcode || this.password === null || call.name === calls.user.proveAgain.name) return reply;
    const proved = await this.#ask(calls.user.proveAgain, { password: this.password }, {});
    return proved.errcode === 0 ? this.#ask<Data>(call, fields, headers) : reply;
  }

  async #ask<Data>(call: Call, fields: unknown, headers: Record<string, string>): Promise<Reply<Data>> {
    const given = fields as Fields;
    const path = call.fieldsIn === 'query' ? `${call.path}?${encodeFields(given)}` : call.path;
    const { type, body } = bodyOf(call, given);
    const answer = await this.send(call.method, path, {
      headers: { 'content-type': type, 'idempotency-key': call.changes === 'once' ? randomUUID() : '', ...headers },
      body,
    });
    const isEnvelope = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
    const envelope = isEnvelope ? ((await answer.json()) as Envelope<Data>) : { errcode: 0, errmsg: 'a file', data: null };
    return { ...envelope, status: answer.status, headers: answer.headers };
  }

  /** Returns the data of the call. Throws RefusedCall. */
  async call<C extends Call>(call: C, input: InputOf<C>, headers: Record<string, string> = {}): Promise<AnswerOf<C>> {
    const reply = await this.ask<AnswerOf<C>>(call, input, headers);
    if (reply.errcode !== 0 || reply.status !== 200) throw new RefusedCall(call.name, reply);
    return reply.data as AnswerOf<C>;
  }
}
