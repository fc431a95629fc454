/** Files that are not what they seem: nothing of them is handed out as something that a browser runs, and nothing that opens them here calls home. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@alcove/contract';
import type { InstanceId, Preview } from '@alcove/contract';
import { openLink } from '../links/links.test-support.ts';
import { visits } from '../links/visiting.test-support.ts';
import type { VisitingClient } from '../links/visiting.test-support.ts';
import { links, officerOf, reviewOf } from '../outbound/outbound.test-support.ts';
import { checkFields, openCompany, uploadFile } from '../testing/index.ts';
import type { Client, Company, Person } from '../testing/index.ts';
import { misleadingNames, twoFaced } from './two-faced.test-support.ts';
import type { TwoFaced } from './two-faced.test-support.ts';

const { download, adminLink } = calls;
let company: Company;
let owner: Person;
let folderId: InstanceId;
let collecting: VisitingClient;
let files: TwoFaced[];
const ids = new Map<string, InstanceId>();
const heard: string[] = [];
const canary = createServer((request, answer) => {
  heard.push(request.url ?? '');
  answer.end();
});
before(async () => {
  await new Promise<void>((done) => canary.listen(0, '127.0.0.1', done));
  files = twoFaced(`http://127.0.0.1:${(canary.address() as AddressInfo).port}`);
  company = await openCompany();
  owner = await company.person();
  folderId = (await owner.folder('两面')).instanceId;
  const linkId = await openLink(company.database, { creatorId: owner.userId, instanceId: folderId, permissions: ['upload'] });
  collecting = await visits(company, linkId);
  // One half comes through a link that collects files, the other is the creator's own.
  for (const [n, { name, bytes }] of files.entries())
    ids.set(name, (await uploadFile(n % 2 === 0 ? collecting : owner, bytes, { name, parentId: folderId })).instanceId);
});
after(async () => {
  await company.close();
  canary.close();
});

type Ask = (instanceId: InstanceId) => Promise<{ errcode: number; data: Preview | null }>;

async function previewed(ask: Ask, instanceId: InstanceId): Promise<Response | null> {
  for (;;) {
    const { errcode, data } = await ask(instanceId);
    if (errcode !== 0 || !data) return null;
    if (data.kind !== 'preparing') return fetch(data.url);
    await sleep(200);
  }
}

const shownAs = /^(text\/plain; charset=utf-8|image\/(png|jpeg|gif|webp)|application\/(pdf|json)|video\/mp4)$/;
function isHarmless(answer: Response, name: string): void {
  const header = (of: string) => answer.headers.get(of) ?? '';
  assert.equal(answer.status, 200, name);
  assert.match(header('content-type'), shownAs, name);
  assert.equal(header('x-content-type-options'), 'nosniff', name);
  assert.match(header('content-security-policy'), /^sandbox; default-src 'none'; (?!.*script-src)/, name);
}

/** What a PDF could do by itself. A page to open at, which LibreOffice writes, is no action. */
const acts = /\/(JavaScript|JS|Launch|SubmitForm|AA|XFA)\b|\/OpenAction(?!\s*\[)/;

async function shows(ask: Ask, isOriginalShown: boolean): Promise<number> {
  const answers = await Promise.all(
    files.map(async ({ name, bytes }) => {
      const answer = await previewed(ask, ids.get(name)!);
      if (!answer) return 0;
      isHarmless(answer, name);
      const shown = Buffer.from(await answer.arrayBuffer());
      if (isOriginalShown) return 1;
      if (answer.headers.get('content-type') === 'application/pdf') assert.doesNotMatch(shown.toString('latin1'), acts, name);
      if (!answer.headers.get('content-type')!.startsWith('text/')) assert.ok(!shown.equals(bytes), `${name} itself`);
      return 1;
    }),
  );
  assert.deepEqual(heard, []);
  return answers.filter((one) => one === 1).length;
}

test('names that look like others are refused', async () => {
  for (const name of misleadingNames) {
    const { data } = await collecting.ask<{ code?: string }>(
      calls.upload.checkUploadAble,
      checkFields(Buffer.from('x'), { name, parentId: folderId }),
    );
    assert.equal(data?.code, 'NAME_FORBIDDEN', JSON.stringify(name));
  }
});

test('a colleague, and visitors who may download: previews are inert, downloads are files', async () => {
  const linkId = await openLink(company.database, { creatorId: owner.userId, instanceId: folderId, permissions: ['download'] });
  const visitor = await visits(company, linkId);
  for (const asker of [owner, visitor] as Client[]) {
    const shown = await shows((instanceId) => asker.ask<Preview>(download.preview, { instanceId }), true);
    assert.ok(shown > 25, `${shown}`);
    for (const [name, instanceId] of ids) {
      const { url } = await asker.call(download.download, { instanceId });
      const { headers, body } = await fetch(url);
      await body?.cancel();
      const told = ['content-type', 'x-content-type-options'].map((header) => headers.get(header));
      assert.deepEqual(told, ['application/octet-stream', 'nosniff'], name);
      assert.match(headers.get('content-disposition')!, /^attachment/, name);
    }
  }
  assert.deepEqual(heard, []);
});

test('visitors who may only look, and reviewers, get nothing but what was made anew', async () => {
  const linkId = await openLink(company.database, { creatorId: owner.userId, instanceId: folderId, permissions: ['preview'] });
  const visitor = await visits(company, linkId);
  assert.ok((await shows((instanceId) => visitor.ask<Preview>(download.preview, { instanceId }), false)) > 20);
  const reviewer = await (await officerOf(company)).reviewer();
  await company.configures('outboundReview', 'everything');
  await links(company, owner, folderId, { permissions: ['preview'] });
  const { reviewId } = await reviewOf(reviewer, { instanceId: folderId });
  assert.ok((await shows((instanceId) => reviewer.ask<Preview>(adminLink.preview, { reviewId, instanceId }), false)) > 20);
});
