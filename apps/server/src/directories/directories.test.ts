import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { EqualityFilter, PresenceFilter } from 'ldapts';
import { networkOf } from '../networks.ts';
import { openOutgoing, OutgoingError } from '../outgoing/index.ts';
import { readAnswer } from './answers.ts';
import { directoryAddress } from './directory-address.ts';
import { filterOfId, idOf } from './object-id.ts';
import { BindFailed, firstOf, openDirectory } from './open-directory.ts';
import type { Directory, DirectoryEntry, DirectoryTarget } from './open-directory.ts';
import { base, entry, foundation, openSlapd, person, service } from './slapd.test-support.ts';
import type { Slapd } from './slapd.test-support.ts';

const uid = (value: string) => new EqualityFilter({ attribute: 'uid', value });
const guid = Buffer.from('33221100554477668899aabbccddeeff', 'hex');
const entries = [
  ...foundation,
  ...Array.from({ length: 1203 }, (_, n) => person(`user${n}`, `Passw0rd-${n}`)),
  person('张伟', 'secret', { cn: '张伟' }),
  person('a*)(uid=*', 'secret'),
  person('guided', 'secret', { objectClass: ['inetOrgPerson', 'adUser'], objectGUID: guid, sAMAccountName: 'guided' }),
];

let slapd: Slapd;
let [elsewhere, packets]: [Server | null, number] = [null, 0];
before(async () => {
  elsewhere = createServer((socket) => {
    packets += 1;
    socket.destroy();
  });
  const port = await listening(elsewhere);
  // Referrals, one below the base and one instead of an entry, lead to a listener that counts.
  const referral = entry(`ou=away,${base}`, {
    objectClass: ['referral', 'extensibleObject'],
    ou: 'away',
    ref: `ldap://127.0.0.2:${port}/${base}`,
  });
  slapd = await openSlapd([...entries, referral]);
});
const fakes: Server[] = [];
after(async () => {
  for (const server of [elsewhere!, ...fakes]) server.close();
  await slapd.stop();
});

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve));
  return (server.address() as AddressInfo).port;
}
async function fake(answer: (socket: Socket, said: Buffer) => void): Promise<string> {
  const server = createServer((socket) => socket.on('error', () => undefined).on('data', (said: Buffer) => answer(socket, said)));
  fakes.push(server);
  return `ldap://127.0.0.2:${await listening(server)}`;
}

interface Ways {
  resolve?: () => Promise<string[]>;
  http?: boolean;
}
const outgoing = ({ resolve, http = true }: Ways = {}) =>
  openOutgoing({ opened: [networkOf('127.0.0.2')!], http, ownPort: () => null, withinMs: 20_000, ...(resolve && { resolve }) });
const secure = (more: Partial<DirectoryTarget> = {}): DirectoryTarget => ({
  kind: 'ldap',
  url: `ldaps://127.0.0.2:${slapd.securePort}`,
  startTls: true,
  authority: slapd.authority,
  ...more,
});
async function within<Result>(target: DirectoryTarget, work: (directory: Directory) => Promise<Result>, ways: Ways = {}): Promise<Result> {
  using directory = await openDirectory(outgoing(ways), target, AbortSignal.timeout(10_000));
  return await work(directory);
}
async function pagesOf(pages: AsyncIterable<DirectoryEntry[]>): Promise<DirectoryEntry[][]> {
  const found: DirectoryEntry[][] = [];
  for await (const page of pages) found.push(page);
  return found;
}
const read = (target: DirectoryTarget, ways?: Ways): Promise<boolean> =>
  within(target, (directory) => directory.bind(service.user, service.password), ways);
const isRefused = (error: unknown): boolean => error instanceof OutgoingError;

test('it binds, finds one by an escaped name, and reads all in pages', async () => {
  await within(secure(), async (directory) => {
    assert.equal(await directory.bind(service.user, 'wrong'), false);
    for (const [dn, password] of [
      [service.user, ''],
      ['', 'any'],
      ['', ''],
    ] as const)
      assert.equal(await directory.bind(dn, password), false, 'nothing is asked without a name and a password');
    assert.equal(await directory.bind(service.user, service.password), true);

    const find = (value: string) => directory.findOne({ base, filter: uid(value), attributes: ['uid', 'cn', 'mail'] });
    const found = (await find('张伟'))!;
    assert.deepEqual([firstOf(found, 'CN'), firstOf(found, 'userPassword'), found.dn], ['张伟', null, `uid=张伟,${base}`]);
    assert.match(found.id!, /^[\da-f-]{36}$/);
    assert.equal(firstOf((await find('a*)(uid=*'))!, 'uid'), 'a*)(uid=*');
    for (const none of ['user*', '*', 'nobody', 'a*)(uid=', '\0', '']) assert.equal(await find(none), null, none);
    const all = new PresenceFilter({ attribute: 'uid' });
    assert.equal(await directory.findOne({ base, filter: all, attributes: [] }), null, 'several are nobody');
    const same = await directory.findOne({ base, filter: filterOfId('ldap', found.id!), attributes: [] });
    assert.equal(same?.dn, found.dn);

    const names = new Set<string>();
    let pages = 0;
    for await (const page of directory.searchPaged({ base, filter: all, attributes: ['uid'], most: 5000 })) {
      pages += 1;
      for (const one of page) names.add(firstOf(one, 'uid')!);
    }
    assert.deepEqual([names.size, pages], [1206, 3]);
    const tooMany = directory.searchPaged({ base, filter: all, attributes: [], most: 1000 });
    await assert.rejects(pagesOf(tooMany), /more than 1000/);
    const below = { base: `ou=away,${base}`, filter: all, attributes: [], most: 10 };
    await assert.rejects(pagesOf(directory.searchPaged(below)), /code 10/);
    assert.equal(packets, 0, 'no referral is followed');
  });
  await within(secure({ kind: 'ad' }), async (directory) => {
    await directory.bind(service.user, service.password);
    const id = '00112233-4455-6677-8899-aabbccddeeff';
    const found = await directory.findOne({ base, filter: filterOfId('ad', id), attributes: ['sAMAccountName'] });
    assert.deepEqual([found?.id, firstOf(found!, 'samaccountname')], [id, 'guided']);
  });
});

test('without a verified certificate nothing is said', async () => {
  const startTls = { url: `ldap://127.0.0.2:${slapd.port}` };
  const named = (name: string) => ({ url: `ldaps://${name}:${slapd.securePort}` });
  const resolve = async () => ['127.0.0.2'];
  assert.ok(await read(secure(startTls), { http: false }));
  assert.ok(await read(secure(named('directory.test')), { resolve }));
  assert.ok(await read(secure({ ...startTls, startTls: false, authority: null })));
  await assert.rejects(read(secure({ ...startTls, startTls: false }), { http: false }), isRefused, 'the operator does not accept it');
  await assert.rejects(read(secure({ authority: null })), isRefused, 'an authority that nobody trusts');
  await assert.rejects(read(secure({ ...startTls, authority: null })), isRefused);
  await assert.rejects(read(secure(named('other.test')), { resolve }), isRefused, 'a certificate for another name');
});

const element = (tag: number, ...content: (Buffer | number[])[]): Buffer => {
  const bytes = Buffer.concat(content.map((part) => Buffer.from(part)));
  return Buffer.concat([Buffer.of(tag, bytes.length), bytes]);
};
/** A message with one operation, whose content is a result. */
const message = (id: number, tag: number, content = [0x0a, 1, 0, 4, 0, 4, 0], ...controls: Buffer[]): Buffer =>
  element(0x30, [2, 1, id], element(tag, content), ...controls);

test('StartTLS that somebody strips, or puts words into, ends the connection', async () => {
  let heard = '';
  const stripping = async (...answers: Buffer[]): Promise<string> =>
    fake((socket, said) => {
      heard += said.toString('latin1');
      socket.write(Buffer.concat(answers));
    });
  const refused = message(1, 0x78, [0x0a, 1, 2, 4, 0, 4, 0]);
  const forged = message(2, 0x61);
  for (const url of [
    await stripping(refused),
    await stripping(message(1, 0x61)),
    await stripping(message(1, 0x78), forged),
    await stripping(message(1, 0x78), forged.subarray(0, -1)),
  ])
    await assert.rejects(read(secure({ url })), isRefused);
  assert.ok(!heard.includes('reader') && !heard.includes('\x16\x03'), 'neither the account nor the beginning of TLS was sent');
});

test('a name that leads elsewhere a moment later, and closed addresses, are not reached', async () => {
  const answers = [['127.0.0.2'], ['127.0.0.1']];
  let asked = 0;
  const resolve = async () => answers[Math.min(asked++, 1)]!;
  let reached = 0;
  const closed = createServer((socket) => {
    reached += 1;
    socket.destroy();
  });
  fakes.push(closed);
  await new Promise<void>((ready) => closed.listen(slapd.securePort, '127.0.0.1', ready));
  const named = secure({ url: `ldaps://directory.test:${slapd.securePort}` });
  assert.ok(await read(named, { resolve }));
  assert.equal(asked, 1);
  await assert.rejects(read(named, { resolve }), isRefused);
  for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '10.0.0.1', 'localhost'])
    await assert.rejects(read(secure({ url: `ldaps://${host}:${slapd.securePort}` })), isRefused, host);
  assert.equal(reached, 0);
  const wrong = [
    'ldap://',
    'http://a',
    'ldaps://a/b',
    'ldaps://a?b',
    'ldaps://u:p@a',
    'ldaps://a#b',
    'ldaps://a b',
    'ldaps://a:0',
    'a',
    '',
  ];
  assert.deepEqual(wrong.map(directoryAddress).filter(Boolean), []);
  assert.deepEqual(directoryAddress('ldaps://DC1.corp.test/'), { secure: true, host: 'dc1.corp.test', port: 636 });
});

test('a directory that lies, floods or falls silent is an error, and never half a list', async () => {
  const flood = Buffer.concat(Array.from({ length: 200 }, () => message(3, 0x73)));
  const brokenPage = element(0xa0, element(0x30, element(4, Buffer.from('1.2.840.113556.1.4.319')), [4, 4, 0x30, 9, 2, 1]));
  const lies: Record<string, (socket: Socket, said: Buffer) => void> = {
    'an answer to something else': (socket) => socket.write(message(9, 0x65)),
    'a notice that it ends': (socket) => socket.write(message(0, 0x78)),
    'it hangs up': (socket) => socket.end(),
    'it is not LDAP': (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
    'a length that is too large': (socket) => socket.write(Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff, 2, 1, 3])),
    'a length beyond its entry': (socket) => socket.write(message(3, 0x64, [4, 1, 0x61, 0x30, 0x7f])),
    'a length without end': (socket) => socket.write(Buffer.from([0x30, 0x80, 0, 0])),
    'a bind instead': (socket) => socket.write(message(3, 0x61)),
    'a part because of its limit': (socket) => socket.write(message(3, 0x65, [0x0a, 1, 4, 4, 0, 4, 0])),
    'references without end': (socket) => {
      const more = (): void => void (socket.destroyed || socket.write(flood, more));
      more();
    },
    'a broken page': (socket) => socket.write(message(3, 0x65, undefined, brokenPage)),
  };
  for (const [name, lie] of Object.entries(lies)) {
    const url = await fake((socket, said) => (said.includes('reader') ? socket.write(message(2, 0x61)) : lie(socket, said)));
    const all = new PresenceFilter({ attribute: 'uid' });
    const work = within(secure({ url, startTls: false }), async (directory) => {
      assert.ok(await directory.bind(service.user, service.password));
      return pagesOf(directory.searchPaged({ base, filter: all, attributes: [], most: 10 }));
    });
    await assert.rejects(work, isRefused, name);
  }
  // A bind that is answered with a referral (RFC 4511, section 4.1.10) leads nowhere.
  const away = Buffer.from(`ldap://127.0.0.2:${(elsewhere!.address() as AddressInfo).port}/`);
  const referral = [0x0a, 1, 10, 4, 0, 4, 0, ...element(0xa3, element(4, away))];
  const url = await fake((socket) => socket.write(message(2, 0x61, referral)));
  await assert.rejects(read(secure({ url, startTls: false })), BindFailed);
  assert.equal(packets, 0);
  const silent = await fake(() => undefined);
  const given = openDirectory(outgoing(), secure({ url: silent }), AbortSignal.timeout(200));
  await assert.rejects(given, isRefused, 'the signal ends it');
});

test('ids and messages are read to the letter', () => {
  assert.equal(idOf('ad', guid), '00112233-4455-6677-8899-aabbccddeeff');
  assert.equal(idOf('ldap', Buffer.from('00112233-4455-6677-8899-AABBCCDDEEFF')), '00112233-4455-6677-8899-aabbccddeeff');
  for (const wrong of [
    '',
    '0',
    '00112233-4455-6677-8899-aabbccddeef',
    '00000000-0000-0000-0000-000000000000',
    '00112233-4455-6677-8899-aabbccddeeff\n',
  ])
    assert.equal(idOf('ldap', Buffer.from(wrong)), null);
  for (const wrong of [Buffer.alloc(16), Buffer.alloc(15, 1), Buffer.alloc(17, 1)]) assert.equal(idOf('ad', wrong), null);
  const whole = message(3, 0x65);
  for (let end = 0; end < whole.length; end += 1) assert.throws(() => readAnswer(whole.subarray(0, end)), isRefused);
  assert.deepEqual(readAnswer(whole), { id: 3, is: 'search', result: { code: 0, cookie: Buffer.alloc(0) } });
});
