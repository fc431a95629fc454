import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { z } from 'zod';
import { allCalls, encodeName, failures } from '@alcove/contract';
import type { Call, Envelope } from '@alcove/contract';
import { VisitingClient, visitsFolder } from '../links/visiting.test-support.ts';
import { bodyOf, encodeFields, isItsTurn, leftOut, openCompany, thorough, turn, turnOf } from '../testing/index.ts';
import type { Answer, Client, Company } from '../testing/index.ts';
import { requireStorable } from './clean-text.ts';
import { classify } from './errors.ts';
import type { Failure } from './failure.ts';
import { parseForm, parseJson } from './parse-body.ts';

let company: Company;
let person: Client;
before(async () => {
  company = await openCompany();
});
after(() => company.close());

const nothing = Symbol('the field is left out');
const text = (length: number) => 'x'.repeat(length);
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

/** Values that are tried in every field of every call. */
const hostile: [what: string, value: unknown][] = [
  ['missing', nothing],
  ['null', null],
  ['empty', ''],
  ['blank', ' '],
  ['true', true],
  ['zero', 0],
  ['negative', -1],
  ['a fraction', 1.5],
  ['beyond 32 bits', 2 ** 31],
  ['beyond 2^53', 2 ** 53 + 2],
  ['beyond 64 bits', 1e30],
  ['Infinity', 'Infinity'],
  ['repeated', ['a', 'a']],
  ['an empty list', []],
  ['an object', { a: 1 }],
  ['a prototype', { constructor: { prototype: {} } }],
  ['deep', nested(500)],
  ['long', text(3000)],
  ['huge', text(9000)],
  ['NUL', 'a\u0000b'],
  ['half a character', 'a\ud800b'],
  ['decomposed', 'e\u0301'],
  ['reordering marks', '\u202eabc\u2066'],
  ['quotes', `'";--\\`],
  ['a template', '${7*7}{{7*7}}%s%n'],
  ['a path', '../../../etc/passwd'],
  ['another id', randomUUID()],
  ['a date', '2026-02-30T25:61:61Z'],
];

/** Fields that the call's schema accepts, generated from the schema. */
const valid = (call: Call): Record<string, unknown> => ({
  ...sampleObject(schemaOf(call)),
  ...(call.name === 'adminFile.changeFound' && { filter: { keyword: 'text' } }), // an empty filter is refused
  ...(person instanceof VisitingClient && { linkPath: person.linkPath }),
  ...(call.fieldsIn === 'multipart' && { file: new File(['no workbook'], 'list.xlsx') }),
});
const schemas = new Map<Call, Schema>();
function schemaOf(call: Call): Schema {
  const known = schemas.get(call) ?? (z.toJSONSchema(call.request, { io: 'input', unrepresentable: 'any' }) as Schema);
  schemas.set(call, known);
  return known;
}
const sampleObject = ({ properties = {}, required = [] }: Schema): Record<string, unknown> =>
  Object.fromEntries(required.map((name) => [name, /^(fName|fileName)$/.test(name) ? encodeName('n.txt') : sample(properties[name]!)]));

interface Schema {
  properties?: Record<string, Schema>;
  required?: string[];
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
}
function sample(schema: Schema): unknown {
  if (schema.anyOf) return sample(schema.anyOf[0]!);
  if (Array.isArray(schema.type)) return sample({ ...schema, type: schema.type[0]! });
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.format === 'uuid') return randomUUID();
  if (schema.type === 'object') return sampleObject(schema);
  if (schema.type === 'array') return [sample(schema.items ?? {})];
  if (schema.type === 'integer' || schema.type === 'number') return 1;
  if (schema.type === 'boolean') return true;
  if (schema.pattern?.includes('{32}')) return '0'.repeat(32);
  if (schema.pattern?.includes('{64}')) return '0'.repeat(64);
  return schema.type === undefined ? '1' : 'text';
}
const fieldsOf = (call: Call): string[] => Object.keys((call.request as unknown as { shape: object }).shape);

/** The fields of objects in a call's lists, with the name of the list. */
const nestedFieldsOf = (call: Call): [list: string, field: string][] =>
  Object.entries(schemaOf(call).properties ?? {}).flatMap(([list, { items }]) =>
    Object.keys(items?.properties ?? {}).map((field): [string, string] => [list, field]),
  );

/** Every answer must be an envelope, never a server error, and must reveal nothing internal. */
async function inEnvelope(answer: Answer, what: string): Promise<Envelope> {
  const body = await answer.text();
  if (answer.ok && answer.headers.has('content-disposition')) return { errcode: 0, errmsg: 'a file', data: null };
  assert.ok(answer.status < 500, `${what}: ${answer.status} ${body} ${company.troubles.at(-1)?.slice(0, 600)}`);
  const envelope = JSON.parse(body) as Envelope;
  assert.equal(typeof envelope.errcode, 'number', `${what}: ${body}`);
  assert.equal(typeof envelope.errmsg, 'string', what);
  if (envelope.errcode !== 0) assert.match(envelope.traceId ?? '', /^[0-9A-Za-z-]{8,64}$/, what);
  assert.doesNotMatch(body, /node_modules|\bat async\b|select .* from|syntax error|\/tmp\//i, what);
  return envelope;
}

async function send(call: Call, fields: Record<string, unknown>): Promise<Answer> {
  // So many requests would exceed a limit soon, which has tests of its own.
  if (call.limits.length > 0) await company.database.deleteFrom('call_count').execute();
  const encoded = encodeFields(fields);
  if (call.fieldsIn === 'query') return person.send(call.method, `${call.path}?${encoded}`);
  const { type, body } = bodyOf(call, fields);
  return person.send(call.method, call.path, { headers: { 'content-type': type }, body });
}

/**
 * The failure with which the server refuses these fields before anything of the call's own sees them, found by the same functions; null if
 * they reach the use case. A form with a file is always sent.
 */
function refusedUnseen(call: Call, fields: Record<string, unknown>): Failure | null {
  if (call.fieldsIn === 'multipart') return null;
  try {
    const given = call.fieldsIn === 'json' ? parseJson(Buffer.from(JSON.stringify(fields))) : parseForm(Buffer.from(encodeFields(fields)));
    requireStorable(given);
    call.request.parse(given ?? {});
    return null;
  } catch (error) {
    return classify(error);
  }
}

/**
 * Each field gets a few of the values over HTTP, others with each commit, and each value comes at many fields. Those that the schema refuses
 * all go the same way, and the use case sees a quarter of the others.
 */
function isSent(unseen: Failure | null, nth: number): boolean {
  const sends = unseen === null ? isItsTurn(nth, 4) : (nth + turn) % (thorough ? 8 : 48) === 0;
  tried += 1;
  if (sends) sent += 1;
  return sends;
}
let [tried, sent] = [0, 0];

/** Slow, because they hash or start a process, so only a few values each. The exports have the fields of their lists. */
const slowCalls = ['user.signIn', 'pub.login', 'user.changePassword', 'adminUser.export', 'adminLog.export'];

/** A new session, and no password is hashed for it. */
async function signedIn(call: Call): Promise<Client> {
  if (call.caller === 'visitor') return (await visitsFolder(company, await company.person(), { name: 'linked' })).visitor;
  return company.person(call.caller === 'administrator' ? { role: 'administrator' } : {});
}

for (const call of allCalls) {
  test(`${call.name}: hostile values of every field are refused clearly or taken harmlessly`, async () => {
    person = await signedIn(call);
    const values = slowCalls.includes(call.name)
      ? hostile.filter(([what]) => /missing|null|repeated|huge|NUL|half|object/.test(what))
      : hostile;
    for (const [index, field] of fieldsOf(call).entries()) {
      for (const [nth, [what, value]] of values.entries()) {
        const fields = { ...valid(call), [field]: value };
        if (value === nothing) delete fields[field];
        const isBlamed = (on: unknown): boolean => on === 'body' || String(on).split('.')[0] === field;
        const unseen = refusedUnseen(call, fields);
        if (unseen?.code === 'BAD_REQUEST')
          assert.ok(isBlamed(unseen.details.field), `${field}: ${what} was blamed on ${unseen.details.field}`);
        if (!isSent(unseen, index + nth + call.name.length)) continue;
        const answer = await send(call, fields);
        if (answer.status === 401) person = await signedIn(call); // the call was a sign-out
        const { errcode, field: named } = await inEnvelope(answer, `${call.name}.${field}: ${what}`);
        if (errcode === 100001) assert.ok(isBlamed(named), `${field}: ${what} was blamed on ${named}`);
        if (unseen) assert.equal(errcode, failures[unseen.code].errcode, `${field}: ${what}`);
      }
    }
    for (const [index, [list, field]] of nestedFieldsOf(call).entries()) {
      for (const [nth, [what, value]] of values.entries()) {
        const fields = { ...valid(call) };
        const [item] = (fields[list] ??= sample(schemaOf(call).properties![list]!)) as Record<string, unknown>[];
        if (value === nothing) delete item![field];
        else item![field] = value;
        if (!isSent(refusedUnseen(call, fields), index + nth + call.name.length)) continue;
        await inEnvelope(await send(call, fields), `${call.name}.${list}.${field}: ${what}`);
      }
    }
    const unknown = await inEnvelope(await send(call, { ...valid(call), surprise: '1' }), 'an unknown field');
    // The protocol of other servers says that fields nobody knows are ignored.
    if (!call.fromServers) assert.deepEqual([unknown.errcode, unknown.field], [100001, 'surprise']);
    for (const key of turnOf(['__proto__', 'constructor', 'toString'], 3, call.name.length))
      await inEnvelope(await send(call, { ...valid(call), [key]: 'x' }), key);
  });
}

test('so many values were sent', (context) => {
  context.diagnostic(leftOut(sent, tried));
  assert.ok(sent > 1000, `${sent}`);
});
