/**
 * Whoever guesses at links learns nothing: every near miss is answered alike, in its status, text and headers, after the same statements (I15). What takes long,
 * the hash of a password, comes after a statement that counts the attempt; so equal statements also mean that it is done or left out alike.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { calls } from '@alcove/contract';
import type { Call, InstanceId } from '@alcove/contract';
import { endLinksOf } from '../links/index.ts';
import { visits } from '../links/visiting.test-support.ts';
import { openLink } from '../links/links.test-support.ts';
import { newId } from '../ids.ts';
import { Client, encodeFields, openCompany, openCutLine, refused } from '../testing/index.ts';
import type { Company, CutLine, Person } from '../testing/index.ts';

const { link } = calls;
let company: Company;
let line: CutLine;
let owner: Person;
let folderId: InstanceId;
before(async () => {
  company = await openCompany({ trustProxy: ['127.0.0.1'], line: async (url) => (line = await openCutLine(url)).url });
  owner = await company.person();
  folderId = (await owner.folder('发布会')).instanceId;
});
after(async () => {
  await company.close();
  await line.close();
});

const pathOf = async (linkId: string): Promise<string> =>
  (await company.database.selectFrom('link').select('path').where('id', '=', linkId).executeTakeFirstOrThrow()).path;
const opens = (creator = owner, instanceId = folderId) =>
  openLink(company.database, { creatorId: creator.userId, instanceId, permissions: ['download'] });

interface Seen {
  status: number;
  text: string;
  headers: [string, string][];
  statements: string[];
}
const ofRequests = /\b(link|link_visitor|file_grant|call_count|sign_in_attempt|audit_log|instance|user_account)\b/;
/** Jobs ask the database too, and verify the links that were just made. */
const ofJobs = /skip locked|for update|instance_name/;
const once = ['date', 'set-cookie'];

/** What a caller can observe of a call, without what differs by chance; and what the server has asked its database. */
async function see(call: Call, fields: Record<string, unknown>, client: Client, headers: Record<string, string> = {}): Promise<Seen> {
  let seen: Omit<Seen, 'statements'>;
  const query = call.fieldsIn === 'query' ? `?${encodeFields(fields)}` : '';
  const sent =
    call.fieldsIn === 'query' ? {} : { body: JSON.stringify(fields), headers: { 'content-type': 'application/json', ...headers } };
  const statements = await line.statementsOf(async () => {
    const answer = await client.send(call.method, call.path + query, { headers, ...sent });
    const text = (await answer.text()).replace(/"traceId":"[^"]*"/, '').replace(/"data":null,?/, '');
    const set = answer.headers.getSetCookie().map((cookie) => ['set-cookie', cookie.replace(/=[^;]*/, '')] as [string, string]);
    seen = {
      status: answer.status,
      text,
      headers: [...[...answer.headers].filter(([name]) => !once.includes(name) && !/trace|request-id/.test(name)), ...set],
    };
  });
  return { ...seen!, statements: statements.filter((one) => ofRequests.test(one) && !ofJobs.test(one)).sort() };
}

/** Jobs ask now and then: only what is asked each time belongs to the request. */
async function always(look: () => Promise<Seen>): Promise<Seen> {
  const [first, ...more] = [await look(), await look(), await look()];
  const statements = more.reduce((common, { statements: others }) => {
    const left = [...others];
    return common.filter((one) => left.includes(one) && left.splice(left.indexOf(one), 1).length > 0);
  }, first!.statements);
  return { ...first!, statements };
}

const mostTries = 5;
async function areAlike(misses: Record<string, () => Promise<Seen>>, about: string): Promise<Seen> {
  const [[, model], ...others] = Object.entries(misses) as [[string, () => Promise<Seen>], ...[string, () => Promise<Seen>][]];
  let expected = await always(model);
  for (const [what, miss] of others) {
    let seen = await always(miss);
    for (let n = 1; n < mostTries && !isDeepStrictEqual(seen, expected); n += 1)
      [expected, seen] = [await always(model), await always(miss)];
    assert.deepEqual(seen, expected, `${about}: ${what}`);
  }
  return expected;
}

let places = 0;
/** A browser in a network of its own, so that no limit is met. */
function stranger(): Client {
  const client = company.visitor();
  client.headers['x-forwarded-for'] = `10.4.${places >> 8}.${(places++ & 255) + 1}`;
  return client;
}
const turned = (path: string): string => path.replace(/[a-z]/gi, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()));
const changed = (path: string): string => (path.startsWith('A') ? 'B' : 'A') + path.slice(1);

test('paths are random and have 128 bits at the least', async () => {
  const paths = await Promise.all(
    Array.from({ length: 20 }, async () => (await owner.call(link.createOrUpdate, { instanceIds: [folderId] })).linkPath),
  );
  for (const path of paths) assert.ok(Buffer.from(path, 'base64url').length >= 16, path);
  // Two such paths agree by chance in a place or two, and never in half of them.
  for (const [n, one] of paths.entries())
    for (const other of paths.slice(n + 1)) assert.ok([...one].filter((c, at) => c === other[at]).length < one.length / 2);
});

test('a path that opens nothing is answered alike, however near it comes to one that does', async () => {
  const { linkPath: real } = await owner.call(link.createOrUpdate, { instanceIds: [folderId], password: 'right' });
  const withdrawn = (await owner.call(link.createOrUpdate, { instanceIds: [folderId] })).linkPath;
  await owner.call(link.remove, { linkPaths: [withdrawn] });
  const leaver = await company.person();
  const left = await pathOf(await opens(leaver, (await leaver.folder('theirs')).instanceId));
  await company.database.transaction().execute((transaction) => endLinksOf(transaction, leaver.userId));
  const refusedId = await opens();
  const refusedPath = await pathOf(refusedId);
  await company.database.updateTable('link').set({ state: 'failed', reason: 'refused' }).where('id', '=', refusedId).execute();
  const paths = {
    'made up': randomBytes(16).toString('base64url'),
    'one character changed': changed(real),
    'other case': turned(real),
    'one character short': real.slice(0, -1),
    'one character more': `${real}A`,
    'a blank behind': `${real} `,
    withdrawn,
    'of one who left': left,
    'refused by a reviewer': refusedPath,
  };
  const colleague = await company.person();
  for (const call of [link.queryConfig, link.queryLoginAuth, link.checkPassword])
    for (const [who, comes] of Object.entries({
      nobody: stranger,
      'a colleague': () => Object.assign(stranger(), { cookies: new Map(colleague.cookies) }),
    })) {
      const misses = Object.entries(paths).map(([what, linkPath]) => [
        what,
        () => see(call, { linkPath }, comes(), { 'x-link-password': 'right' }),
      ]);
      const { text, statements } = await areAlike(
        Object.fromEntries(misses) as Record<string, () => Promise<Seen>>,
        `${call.name}, ${who}`,
      );
      assert.match(text, /150001/);
      assert.ok(statements.length > 0 && statements.every((one) => !one.includes('sign_in_attempt')), 'no password is looked at');
    }
});

test('a wrong password costs the same, whatever is sent', async () => {
  const { linkPath } = await owner.call(link.createOrUpdate, { instanceIds: [folderId], password: 'right' });
  const sends = (password: string) => () =>
    see(link.checkPassword, { linkPath }, stranger(), { 'x-link-password': encodeURIComponent(password) });
  const { text, statements } = await areAlike(
    { another: sends('wrong'), 'nearly right': sends('Right'), longer: sends('right '), empty: sends(''), huge: sends('x'.repeat(900)) },
    'passwords',
  );
  assert.match(text, /150003/);
  assert.ok(statements.some((one) => one.includes('sign_in_attempt')));
});

test('a token that does not open this link is answered alike: none, made up, over, of another link, in the wrong place', async () => {
  const [linkId, otherId, goneId] = [await opens(), await opens(), await opens()];
  const linkPath = await pathOf(linkId);
  const [over, other, gone] = [await visits(company, linkId), await visits(company, otherId), await visits(company, goneId)];
  await company.database.updateTable('link_visitor').set({ expires_at: new Date() }).where('id', '=', over.visitorId).execute();
  await owner.call(link.remove, { linkPaths: [gone.linkPath] });
  const good = (await visits(company, linkId)).headers['x-share-token']!;
  const madeUp = randomBytes(32).toString('base64url');
  const fields: [Call, Record<string, unknown>][] = [
    [link.queryAttribute, {}],
    [link.queryInstancePage, {}],
    [link.download, { instanceId: folderId }],
    [link.checkUploads, { files: [] }],
  ];
  for (const [call, more] of fields) {
    const asks =
      (headers: Record<string, string>, extra: Record<string, unknown> = {}, path = linkPath) =>
      () =>
        see(call, { linkPath: path, ...more, ...extra }, stranger(), headers);
    const { status, text } = await areAlike(
      {
        'made up': asks({ 'x-share-token': madeUp }),
        'of a visit that is over': asks({ 'x-share-token': over.headers['x-share-token']! }),
        'of a link that is gone': asks({ 'x-share-token': gone.headers['x-share-token']! }, {}, gone.linkPath),
      },
      call.name,
    );
    assert.equal(status, 401);
    assert.match(text, /150010/);
    // They ask the database less, and tell nothing else.
    const model = await asks({})();
    for (const miss of [
      asks({ 'x-share-token': 'short' }),
      asks({ authorization: `Bearer ${good}` }),
      asks({ cookie: `alcove_session=${good}; alcove_visitor=${good}` }),
      asks({}, { shareToken: good }),
      asks({}, { 'X-Share-Token': good }),
      asks({ 'x-share-token': madeUp }),
    ]) {
      const { statements, ...seen } = await miss();
      assert.deepEqual(seen, { status: model.status, text: model.text, headers: model.headers }, `${call.name} ${statements.length}`);
    }
    if (call === link.checkUploads) continue;
    // A token of another link tells nothing of this one, not even whether there is one.
    const { text: said } = await areAlike(
      {
        'another link': asks({ 'x-share-token': other.headers['x-share-token']! }),
        'no link': asks({ 'x-share-token': other.headers['x-share-token']! }, {}, randomBytes(16).toString('base64url')),
        'one that is gone': asks({ 'x-share-token': other.headers['x-share-token']! }, {}, gone.linkPath),
      },
      `${call.name} with a token of another link`,
    );
    assert.equal(said, text);
  }
});

test('a link and a session that come together open no more than each alone', async () => {
  const secretId = (await owner.folder('secret')).instanceId;
  const colleague = await company.person();
  const ownId = (await colleague.folder('own')).instanceId;
  const visitor = await visits(company, await opens(), colleague);
  const { linkPath } = visitor;
  const page = (parentId: string) => see(link.queryInstancePage, { linkPath, parentId }, visitor);
  await areAlike(
    { 'no item': () => page(newId()), "the colleague's own": () => page(ownId), 'beside the link': () => page(secretId) },
    'a list',
  );
  await visitor.call(link.queryInstancePage, { linkPath });
  // The token gives nothing to calls of people.
  const both = new Client(company.origin);
  for (const [name, value] of colleague.cookies) both.cookies.set(name, value);
  both.headers['x-share-token'] = visitor.headers['x-share-token']!;
  for (const id of [folderId, secretId]) await assert.rejects(both.call(calls.instance.page, { parentId: id }), refused('FILE_NOT_FOUND'));
  await both.call(calls.instance.page, { parentId: ownId });
  both.cookies.clear();
  await assert.rejects(both.call(calls.instance.page, { parentId: folderId }), refused('SIGN_IN_NEEDED'));
  // The owner beside their own link sees what visitors see.
  const self = await visits(company, await opens(), owner);
  await assert.rejects(self.call(link.queryInstancePage, { linkPath: self.linkPath, parentId: owner.rootId }), refused('FILE_NOT_FOUND'));
});
