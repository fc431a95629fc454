import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls, encodeName, failures, serviceConfigCodes, serviceConfigOf } from '@alcove/contract';
import type { SignInWays } from '@alcove/contract';
import { adminPassword, checkFields, openCompany, refused } from '../testing/index.ts';
import type { Company } from '../testing/index.ts';

let company: Company;
before(async () => {
  company = await openCompany();
});
after(() => company.close());

const ways = (): Promise<SignInWays> => company.visitor().call(calls.user.checkRedirect, {});
const byHand = (code: string, value: unknown): Promise<unknown> =>
  sql`insert into service_config (code, value) values (${code}, ${JSON.stringify(value)}::jsonb)
    on conflict (code) do update set value = excluded.value`.execute(company.database);

/** Waits up to a second until it is true. */
async function acts(seen: () => Promise<boolean>): Promise<boolean> {
  for (const until = Date.now() + 1000; Date.now() < until; await setTimeout(10)) if (await seen()) return true;
  return false;
}

test('a row set by hand acts within a second, also after another one, and taken away it acts no longer', async () => {
  const { links, systemTitle } = await ways();
  assert.deepEqual(links, { helpDocs: '/disk/help', publicDocs: '', feedback: '', outsourcing: '', productSite: '', portal: '' });
  assert.deepEqual(systemTitle, { 'zh-CN': '云阁', 'en-US': 'Alcove' });
  for (const name of ['帮我', '云盘'])
    assert.ok(
      await byHand('systemTitle', { 'zh-CN': name, 'en-US': 'Drive' }).then(() =>
        acts(async () => (await ways()).systemTitle['zh-CN'] === name),
      ),
    );
  await byHand('portal', 'https://work.example/');
  assert.ok(await acts(async () => (await ways()).links.portal === 'https://work.example/'));
  await sql`truncate service_config`.execute(company.database);
  assert.ok(await acts(async () => (await ways()).links.portal === '' && (await ways()).systemTitle['zh-CN'] === '云阁'));
});

test('sign-out leads where the company says, and a test site never on to a platform by itself', async () => {
  const { signOut, platformId } = await ways();
  assert.deepEqual([signOut, platformId], ['/disk/signIn', null]);
  await byHand('signOutAddress', 'https://work.example/bye');
  assert.ok(await acts(async () => (await ways()).signOut === 'https://work.example/bye'));
  const admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  const platform = { name: 'Keycloak', issuer: 'https://id.example', clientId: 'alcove', enabled: true, isTheSignIn: true };
  const { platformId: id } = await admin.call(calls.adminPlatform.create, platform);
  assert.equal((await ways()).platformId, id);
  await byHand('testHosts', ['127.0.0.1']);
  assert.ok(await acts(async () => (await ways()).platformId === null));
  assert.equal((await ways()).platforms.length, 1);
  await sql`truncate service_config`.execute(company.database);
  await admin.call(calls.adminPlatform.remove, { platformId: id });
  assert.ok(await acts(async () => (await ways()).signOut === '/disk/signIn'));
});

test('a link that would run script, or lead where nobody sees, is none; the others hold on', async () => {
  for (const code of [
    'helpDocuments',
    'publicDocuments',
    'feedback',
    'outsourcingProcess',
    'productSite',
    'portal',
    'signOutAddress',
  ] as const)
    for (const value of ['javascript:alert(1)', '//evil.example/x', 'data:text/html,x', '/\\\\evil.example', 7, null, ['/x']])
      assert.equal(
        serviceConfigOf([{ code, value }]).config[code],
        code === 'helpDocuments' ? '/disk/help' : '',
        JSON.stringify([code, value]),
      );
  const { config, wrong } = serviceConfigOf([
    { code: 'renameLength', value: 129 },
    { code: 'filesPerSelection', value: 2001 },
    { code: 'emptyFiles', value: 'yes' },
    { code: 'instantTransferScope', value: 'world' },
    { code: 'nobodyKnows', value: true },
    { code: 'folderDownload', value: true },
  ]);
  assert.deepEqual(
    [config.renameLength, config.filesPerSelection, config.emptyFiles, config.instantTransferScope, config.folderDownload],
    [30, 500, true, 'company', true],
  );
  assert.deepEqual(wrong.sort(), ['emptyFiles', 'filesPerSelection', 'instantTransferScope', 'nobodyKnows', 'renameLength']);
  assert.deepEqual(Object.keys(config), Object.keys(serviceConfigCodes));
});

test('what a person may do follows the configuration: length of a new name, files at once, files of no bytes, a public site', async () => {
  const person = await company.person({ byPassword: true });
  const settings = async () => {
    const { renameLength, filesPerSelection, emptyFiles, publicSite } = await person.call(calls.user.currentUser, {});
    return { renameLength, filesPerSelection, emptyFiles, publicSite };
  };
  assert.deepEqual(await settings(), { renameLength: 30, filesPerSelection: 500, emptyFiles: true, publicSite: false });
  const rename = (instanceId: string, name: string) => person.call(calls.instance.rename, { instanceId, fileName: encodeName(name) });
  const file = await person.uploads('x', 'short.docx');
  const folder = await person.folder('short');
  await rename(file.instanceId, `${'a'.repeat(30)}.docx`);
  await assert.rejects(rename(file.instanceId, `${'a'.repeat(31)}.docx`), refused('NAME_TOO_LONG'));
  await assert.rejects(rename(folder.instanceId, `${'a'.repeat(26)}.docx`), refused('NAME_TOO_LONG'), 'a folder has no extension');
  await company.configures('renameLength', 128);
  await company.configures('filesPerSelection', 2000);
  await rename(file.instanceId, `${'b'.repeat(123)}.docx`);
  await assert.rejects(rename(file.instanceId, `${'b'.repeat(124)}.docx`), refused('NAME_TOO_LONG'), '128 hold for the whole name');
  const empty = Buffer.alloc(0);
  assert.equal((await person.uploads(empty, 'empty.txt')).fileSize, 0);
  await company.configures('emptyFiles', false);
  await company.configures('publicSite', true);
  assert.deepEqual(await settings(), { renameLength: 128, filesPerSelection: 2000, emptyFiles: false, publicSite: true });
  const check = await person.call(calls.upload.checkUploadAble, checkFields(empty, { name: 'empty-2.txt', parentId: person.rootId }));
  assert.equal(check.uploadflag === '4' && check.errcode, failures.FILE_EMPTY.errcode);
  await person.uploads('not empty', 'full.txt');
});
