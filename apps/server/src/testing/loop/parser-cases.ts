/** Input for parsers besides the fields of calls: bodies, addresses, headers, lists of people, and uploads to the store. */
import * as workbooks from '@e965/xlsx';
import { calls, limits } from '@alcove/contract';
import type { Call } from '@alcove/contract';
import { encodeFields } from '../client.ts';
import type { Answer } from '../request.ts';
import { freshBytes, Upload } from '../upload-client.ts';
import { fillings } from './largest-request.ts';
import type { WorstCase } from './worst-cases.test.ts';
import type { World } from './world.ts';

const marks = fillings['marks out of order']!;
/** Node answers 431 to longer ones. */
const mostHeaderBytes = 15_000;

const jsonBodies: Record<string, (bytes: number) => string> = {
  'lists in lists': (bytes) => '['.repeat(bytes),
  'objects in objects': (bytes) => '{"a":'.repeat(bytes / 5),
  'lists in lists that end': (bytes) => '['.repeat(500) + ']'.repeat(500) + ' '.repeat(bytes - 1000),
  'many names': (bytes) => `{${Array.from({ length: Math.min(7900, bytes / 12) }, (_, n) => `"k${n}":0`).join(',')}}`,
  'many numbers': (bytes) => `[${'1e9,'.repeat(Math.min(23_000, bytes / 4 - 1))}1]`,
  'one text of escapes': (bytes) => `{"keyword":"${'\\u0315\\u0300'.repeat(bytes / 12 - 2)}"}`,
  'one text of marks': (bytes) => `{"keyword":"${marks(bytes / 2 - 10)}"}`,
  'names that reach for a prototype': (bytes) => `{"a":[${'{"__proto__":0},'.repeat(Math.min(5000, bytes / 16 - 1))}0]}`,
  blanks: (bytes) => ' '.repeat(bytes),
};

const formBodies: Record<string, string> = {
  'fifty names': Array.from({ length: 50 }, (_, n) => `k${n}=${'x'.repeat(1250)}`).join('&'),
  'one name fifty times': 'k=0'.concat('&k=1'.repeat(49)),
  'many names': Array.from({ length: 9000 }, (_, n) => `k${n}`).join('&'),
  'percent signs': `instanceName=${'%CC%95%CC%80'.repeat(5400)}`,
  'broken percent signs': `instanceName=${'%'.repeat(65_000)}`,
};

const headers: Record<string, Record<string, string>> = {
  'a cookie of many': { cookie: 'a=b; '.repeat(mostHeaderBytes / 5) },
  'a cookie of blanks': { cookie: `alcove_session=${' '.repeat(mostHeaderBytes)}x` },
  'a cookie of percent signs': { cookie: `alcove_session=${'%CC'.repeat(mostHeaderBytes / 3)}` },
  'many languages': { 'accept-language': 'xx,'.repeat(mostHeaderBytes / 3) },
  'a language of blanks': { 'accept-language': `${' '.repeat(mostHeaderBytes)}x` },
  'a long token': { authorization: `Bearer ${'a'.repeat(mostHeaderBytes)}` },
  'many ranges': { range: `bytes=${'0-0,'.repeat(mostHeaderBytes / 4)}` },
  'many etags': { 'if-none-match': `"a", ${'"a" , '.repeat(mostHeaderBytes / 6)}` },
  'many forwarders': { 'x-forwarded-for': '10.0.0.1, '.repeat(mostHeaderBytes / 10) },
  'a type of many parameters': { 'content-type': `application/json${'; a="b'.repeat(mostHeaderBytes / 6)}` },
  'a long key': { 'idempotency-key': 'a'.repeat(mostHeaderBytes) },
  'many header lines': Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`x-${n}`, 'y'])),
};

const queries: Record<string, string> = {
  'many names': Array.from({ length: 2500 }, (_, n) => `k${n}`).join('&'),
  'one name many times': 'keyword&'.repeat(1800),
  brackets: `keyword${'[a]'.repeat(4500)}=1`,
  'percent signs': `keyword=${'%CC%95%CC%80'.repeat(1200)}`,
  'broken percent signs': `keyword=${'%'.repeat(mostHeaderBytes - 100)}`,
};

const multipartBodies = (): Record<string, string> => {
  const field = (name: string, text: string, more = '') =>
    `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`;
  const largest = limits.sentFileBytes - 100;
  const file = (text: string, more = '; filename="a.xlsx"') => `${field('file', text, more)}--b--\r\n`;
  return {
    'fields of the longest': Array.from({ length: 20 }, (_, n) => field(`k${n}`, marks(2000))).join('') + '--b--\r\n',
    'a file of beginnings of the boundary': file('\r\n--'.repeat(largest / 4)),
    'a file of line ends': file('\r\n'.repeat(largest / 2)),
    'many parts': field('k', '').repeat(20_000),
    'parts without a name': '--b\r\n\r\n\r\n'.repeat(20_000),
    'a head without an end': `--b\r\n${'a: b\r\n'.repeat(100_000)}`,
    'a name of semicolons': file('x', `; filename="${'\\";a='.repeat(12_000)}"`),
    'a name of percent signs': file('x', `; filename*=utf-8''${'%CC%95%CC%80'.repeat(5000)}`),
  };
};

/** As many rows as an import may have, with a name that many people share and cells of the maximum length. */
function lists({ commonName, crowdNames }: World): Record<string, File> {
  const cells: Record<string, (row: number) => string[]> = {
    'marks out of order': () => ['', marks(320), marks(320), marks(320)],
    'a name of many, and departments in departments': () => ['', commonName, 'a/'.repeat(160), '编辑'],
    'a name of many': () => ['', commonName, '', '编辑'],
    'five hundred names of ten each': (row) => ['', crowdNames[row]!, '', '编辑'],
    'five hundred people': (row) => [`crowd_${row + 1}`, '', '', '编辑'],
  };
  return Object.fromEntries(
    Object.entries(cells).map(([what, cellsOf]) => {
      const rows = [['账号', '姓名', '部门', '权限'], ...Array.from({ length: limits.importRows }, (_, row) => cellsOf(row))];
      const book = workbooks.utils.book_new();
      workbooks.utils.book_append_sheet(book, workbooks.utils.aoa_to_sheet(rows), 'Sheet1');
      return [
        what,
        new File([workbooks.write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer<ArrayBuffer>], 'list.xlsx'),
      ];
    }),
  );
}

export function parserCases(world: World): WorstCase[] {
  const { person } = world;
  const { login, page: ofGroup } = { login: calls.user.login, page: calls.group.page };
  const jsonCalls: Call[] = [login, ofGroup, calls.instance.remove, calls.instance.batchCreateFolder];
  const post = (call: Call, type: string, body: string) =>
    person.send('POST', call.path, { headers: { 'content-type': type }, body }).then(read);
  const named = <Of>(parser: string, of: Record<string, Of>, send: (one: Of) => Promise<unknown>): WorstCase[] =>
    Object.entries(of).map(([what, one]) => ({ name: `${parser}: ${what}`, send: () => send(one) }));
  return [
    ...jsonCalls.flatMap((call) =>
      named(`JSON to ${call.name}`, jsonBodies, (body) => post(call, 'application/json', body(call.mostBytes ?? limits.callBytes.default))),
    ),
    ...named('a form', formBodies, (body) => post(calls.instance.createFolder, 'application/x-www-form-urlencoded', body)),
    ...named('headers', headers, (sent) => person.send('GET', calls.user.currentUser.path, { headers: sent }).then(read)),
    ...named('headers of a page', headers, (sent) => person.send('GET', '/disk/', { headers: sent }).then(read)),
    ...named('a query', queries, (query) => person.send('GET', `${calls.search.searchUsers.path}?${query}`).then(read)),
    ...named('multipart', multipartBodies(), (body) => post(calls.innerSharing.checkUploadUser, 'multipart/form-data; boundary=b', body)),
    ...named('a list of people', lists(world), (file) =>
      person.ask(calls.innerSharing.checkUploadUser, { instanceId: world.idsFor('instanceId')[0], file }),
    ),
    ...pages(world),
    ...searches(world),
    ...storageCases(world),
  ];
}

const read = (answer: Answer): Promise<unknown> => answer.arrayBuffer();

/** Not in the contract. */
function pages({ person, administrator }: World): WorstCase[] {
  const paths = [
    '/metrics',
    '/readyz',
    '/disk/api/docs',
    '/disk/api/docs/json',
    '/disk/',
    `/disk/${'a/'.repeat(6000)}`,
    `/${'%2e/'.repeat(3000)}`,
  ];
  return paths.map((path) => ({
    name: `a page: ${path.slice(0, 30)}`,
    send: () => (path === '/metrics' ? administrator : person).send('GET', path).then(read),
  }));
}

/** Names that many people have, and names that nobody has. */
function searches({ person, commonName, crowdNames }: World): WorstCase[] {
  const people = Array.from({ length: limits.namesPerPaste }, () => commonName);
  const halves = fillings['letters in two halves']!(limits.nameLength);
  return [
    { name: 'search: a name of many, pasted five hundred times', send: () => person.ask(calls.search.matchNames, { names: people }) },
    { name: 'search: five hundred names of ten each', send: () => person.ask(calls.search.matchNames, { names: [...crowdNames] }) },
    ...[halves, `${'a'.repeat(64)}${'c'.repeat(64)}`, 'a', 'a 1', 'a b c d e f', '重', '重a行b', marks(limits.nameLength)].flatMap(
      (keyword) => [
        {
          name: `search: files by ${keyword.slice(0, 9)}`,
          send: () => person.ask(calls.search.searchInstancePage, { keyword, pageSize: 100 }),
        },
        {
          name: `search: people by ${keyword.slice(0, 9)}`,
          send: () =>
            person.send('GET', `${calls.search.searchUsers.path}?${encodeFields({ keyword, limit: limits.foundPerSearch })}`).then(read),
        },
        {
          name: `search: quickly by ${keyword.slice(0, 9)}`,
          send: () => person.send('GET', `${calls.search.quick.path}?${encodeFields({ keyword })}`).then(read),
        },
      ],
    ),
  ];
}

function storageCases({ person }: World): WorstCase[] {
  const begin = () =>
    Upload.begin(person, freshBytes(2 * limits.partSize), { name: `${Math.random()}.bin`, parentId: person.rootId, onConflict: 'rename' });
  const merge = async (body: (bytes: number) => string): Promise<unknown> => {
    const upload = await begin();
    await upload.initiate();
    const auth = await upload.sign('POST', `?uploadId=${upload.uploadId}`);
    return read(await upload.send('POST', auth, body(1024)));
  };
  const bodies: Record<string, (bytes: number) => string> = {
    blanks: (bytes) => ' '.repeat(bytes),
    'parts that do not end': (bytes) => `<CompleteMultipartUpload>${'<Part>'.repeat(bytes / 6 - 5)}`,
  };
  const stored = (headersSent: Record<string, string>) =>
    person.send('GET', `/storage/a/b?${'a=b&'.repeat(1000)}`, { headers: headersSent }).then(read);
  return [
    ...Object.entries(bodies).map(([what, body]) => ({ name: `a merge: ${what}`, send: () => merge(body) })),
    ...Object.entries(headers).map(([what, sent]) => ({ name: `headers to the store: ${what}`, send: () => stored(sent) })),
  ];
}
