import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { calls, limits } from '@alcove/contract';
import type { Envelope } from '@alcove/contract';
import { openCompany } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

let company: Company;
let person: Person;
let instanceId: string;
const path = calls.innerSharing.checkUploadUser.path;
before(async () => {
  company = await openCompany();
  person = await company.person();
  instanceId = (await person.folder('f')).instanceId;
});
after(() => company.close());

/** Sends a body as it is, with any content type. */
async function sends(body: string | Buffer, contentType: string, cookie = true): Promise<{ status: number; envelope: Envelope }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; envelope: Envelope }>();
  const headers = {
    'content-type': contentType,
    'content-length': Buffer.byteLength(body),
    'x-requested-with': 'XMLHttpRequest',
    ...(cookie && { cookie: [...person.cookies].map((pair) => pair.join('=')).join('; ') }),
  };
  const sent = request(company.origin + path, { method: 'POST', headers, agent: false }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, envelope: JSON.parse(Buffer.concat(chunks).toString()) as Envelope }));
  });
  sent.on('error', reject);
  sent.end(body);
  return promise;
}
const field = (name: string, value: string): string => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string, content: string, fileName = 'list.xlsx'): string =>
  `--b\r\ncontent-disposition: form-data; name="${name}"; filename="${fileName}"\r\ncontent-type: application/octet-stream\r\n\r\n${content}\r\n`;
const form = (...parts: string[]): string => `${parts.join('')}--b--\r\n`;
const type = 'multipart/form-data; boundary=b';

const refusals: [what: string, body: () => string | Buffer, contentType: string, status: number][] = [
  ['nothing at all', () => '', type, 400],
  ['no boundary', () => form(field('instanceId', instanceId)), 'multipart/form-data', 400],
  ['another boundary', () => form(file('file', 'x')), 'multipart/form-data; boundary=c', 400],
  ['no file', () => form(field('instanceId', instanceId)), type, 400],
  ['a text in the place of the file', () => form(field('instanceId', instanceId), field('file', 'x')), type, 400],
  ['a file in the place of a text', () => form(file('instanceId', instanceId), field('file', 'x')), type, 400],
  ['two files', () => form(field('instanceId', instanceId), file('file', 'x'), file('file', 'y')), type, 400],
  ['a file under another name', () => form(field('instanceId', instanceId), file('surprise', 'x')), type, 400],
  ['a field twice', () => form(field('instanceId', instanceId), field('instanceId', instanceId), file('file', 'x')), type, 400],
  ['a hundred fields', () => form(...Array.from({ length: 100 }, (_, n) => field(`f${n}`, 'x')), file('file', 'x')), type, 400],
  ['a prototype', () => form(field('__proto__', 'x'), field('instanceId', instanceId), file('file', 'x')), type, 400],
  ['NUL in a text', () => form(field('instanceId', 'a\0b'), file('file', 'x')), type, 400],
  ['an end that never comes', () => `${field('instanceId', instanceId)}${file('file', 'x')}`, type, 400],
  ['a part that is cut off', () => `--b\r\ncontent-disposition: form-data; name="file"; filename="l.xlsx"\r\n\r\nabc`, type, 400],
  ['a field of 5 kB', () => form(field('instanceId', 'x'.repeat(5000)), file('file', 'x')), type, 413],
  ['a file of a byte too many', () => form(field('instanceId', instanceId), file('file', 'x'.repeat(limits.sentFileBytes + 1))), type, 413],
  ['JSON', () => JSON.stringify({ instanceId }), 'application/json', 415],
];
for (const [what, body, contentType, status] of refusals)
  test(`a form with ${what} is refused in the envelope`, async () => {
    const answer = await sends(body(), contentType);
    assert.equal(answer.status, status, JSON.stringify(answer.envelope));
    assert.notEqual(answer.envelope.errcode, 0);
    assert.deepEqual(company.troubles, []);
  });

test('who is not signed in is refused before the form is read', async () => {
  const { status, envelope } = await sends(form(field('instanceId', instanceId), file('file', 'x'.repeat(4_000_000))), type, false);
  assert.deepEqual([status, envelope.errcode], [401, 101001]);
});

test('a call of another kind takes no form, and none is taken without the marker', async () => {
  const body = new FormData();
  body.append('parentId', instanceId);
  body.append('instanceName', 'n');
  assert.equal((await person.send('POST', calls.instance.createFolder.path, { body })).status, 415);
  body.append('file', new File(['x'], 'list.xlsx'));
  assert.equal((await person.send('POST', path, { body, headers: { 'x-requested-with': '' } })).status, 403);
});

test('a file up to the limit arrives whole', async () => {
  const content = new File([new Uint8Array(limits.sentFileBytes)], 'list.xlsx');
  const reply = await person.ask(calls.innerSharing.checkUploadUser, { instanceId, file: content });
  assert.equal(reply.errcode, 140011); // not a workbook, which only its bytes can tell
});
