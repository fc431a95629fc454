/** A download that somebody has under way from a shared folder of a person who leaves. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { calls } from '@alcove/contract';
import { adminPassword, freshBytes, openCompany } from '../testing/index.ts';
import { ended, everything, freeze, successorsOf } from './offboarding.test-support.ts';

test('a download under way is cut when the space is kept for a term', async (context) => {
  const company = await openCompany();
  context.after(() => company.close());
  const admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  const one = await everything(company, company.database, admin);
  const size = 48 * 1024 * 1024;
  const { instanceId } = await one.leaver.uploads(freshBytes(size), 'large.bin', one.folderId);
  const { url } = await one.reader.call(calls.download.download, { instanceId });
  const reader = (await fetch(url)).body!.getReader();
  let received = (await reader.read()).value!.length;
  await freeze(admin, one.leaver.userId);
  await admin.call(calls.adminUser.offboard, { userId: one.leaver.userId, successors: { ...successorsOf(one), space: null } });
  assert.equal((await ended(admin, one.leaver.userId)).state, 'done');
  // Longer than a permission is cached.
  await sleep(1300);
  await assert.rejects(async () => {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) received += piece.value.length;
  });
  assert.ok(received < size);
  assert.equal((await fetch(url)).status, 403);
});
