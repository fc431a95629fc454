/** One example of each call that is done only once: it creates what the call needs, and tells who sends it with which fields. */
import * as workbooks from '@e965/xlsx';
import { sql } from 'kysely';
import { calls, encodeName, everyItem, limits } from '@alcove/contract';
import type { AgreementDocument, Call } from '@alcove/contract';
import { createDepartment } from '../departments/index.ts';
import { newId } from '../ids.ts';
import { visitsFolder } from '../links/visiting.test-support.ts';
import { reviewOf } from '../outbound/outbound.test-support.ts';
import { addsKey, Authenticator, enrols } from '../second-factor/second-factor.test-support.ts';
import { SoftKey } from '../second-factor/soft-key.test-support.ts';
import { adminPassword, Person, personPassword } from '../testing/index.ts';
import type { Client, People } from '../testing/index.ts';

export interface Example {
  by: Client;
  call: Call;
  fields: unknown;
}
type Make = (company: People, people: { a: Person; b: Person; admin: Client; n: string }) => Promise<Example>;

const person = ({ userId: id }: Person) => ({ kind: 'person' as const, id });
const group = async (a: Person, n: string, members: { who: Person; level: 'manager' | 'viewOnly' }[] = []): Promise<string> => {
  const { groupId } = await a.call(calls.group.createGroup, { groupName: `group ${n}`, preallocatedSize: 2 ** 30 });
  if (members.length > 0)
    await a.call(calls.group.addMembers, { groupId, members: members.map(({ who, level }) => ({ ...person(who), level })) });
  return groupId;
};
const share = async (a: Person, b: Person, n: string): Promise<{ instanceId: string; fileSharingId: string }> => {
  const { instanceId } = await a.folder(`shared ${n}`);
  const [one] = await a.call(calls.innerSharing.create, { instanceId, members: [{ ...person(b), role: 'edit' }] });
  return { instanceId, fileSharingId: (one as { fileSharingId: string }).fileSharingId };
};
const link = async (a: Person, n: string): Promise<string> => {
  const { instanceId } = await a.folder(`linked ${n}`);
  return (await a.call(calls.link.createOrUpdate, { instanceIds: [instanceId] })).linkPath;
};
const agreement = (document: AgreementDocument, n: string) => {
  const both = { 'zh-CN': n, 'en-US': n };
  return { document, text: both, note: both };
};
/** The revision of a new draft. */
const draftOf = async (admin: Client, document: AgreementDocument, n: string): Promise<string> => {
  const { draft } = await admin.call(calls.adminAgreement.detail, { document });
  return (await admin.call(calls.adminAgreement.saveDraft, { ...agreement(document, n), seen: draft?.revision ?? null })).revision;
};
/** Switched off: a rule that is on makes the links of the other examples wait for its job. */
const suffixRule = (n: string) => ({ name: n, kind: 'suffix' as const, value: newId().slice(-8), enabled: false });
/** Of a network that no other has. */
const regionOf = (n: string) => ({ name: n, networks: [`fd00:${newId().slice(-8, -4)}:${newId().slice(-4)}::/48`] });
/** Switched off, so that it shuts nobody out. */
const allowlistRule = (n: string) => ({ object: 'links' as const, addresses: ['192.0.2.1'], note: n, enabled: false });
/** Switched off, at an address where nobody is. */
const directoryOf = (n: string) => ({
  ...{ name: n, protocol: 'ldap' as const, url: 'ldaps://directory.example', base: 'dc=example', user: 'cn=reader', filter: '(uid=*)' },
  ...{ accountNameClaim: 'uid', realNameClaim: 'cn', mailClaim: 'mail' },
});
const platformOf = (n: string) => ({ name: n, issuer: 'https://sign-in.example', clientId: 'alcove' });
/** A company has few platforms, so those of earlier examples make room. */
async function roomForPlatform(admin: Client): Promise<void> {
  const made = await admin.call(calls.adminPlatform.page, {});
  if (made.length < limits.platforms - 4) return;
  for (const { platformId } of made) await admin.call(calls.adminPlatform.remove, { platformId });
}
async function madeDirectory(admin: Client, n: string, enabled = false): Promise<{ platformId: string }> {
  await roomForPlatform(admin);
  return { platformId: (await admin.call(calls.adminPlatform.createDirectory, { ...directoryOf(n), enabled })).platformId };
}
async function madeScim(admin: Client, n: string): Promise<{ platformId: string }> {
  await roomForPlatform(admin);
  return { platformId: (await admin.call(calls.adminPlatform.createScim, { name: n })).platformId };
}
async function madePlatform(admin: Client, n: string): Promise<{ platformId: string }> {
  await roomForPlatform(admin);
  return { platformId: (await admin.call(calls.adminPlatform.create, platformOf(n))).platformId };
}
/** It waits although its rule is off: nobody looks at its link again. */
const review = async ({ database }: People, a: Person, admin: Client, n: string): Promise<string> => {
  const rule = { ...suffixRule(n), enabled: true };
  const { ruleId } = await admin.call(calls.adminDlp.create, rule);
  const { instanceId } = await a.uploads(`reviewed ${n}`, `${n}.${rule.value}`);
  await a.call(calls.link.createOrUpdate, { instanceIds: [instanceId] });
  const { reviewId } = await reviewOf(admin, { instanceId });
  const its = database.selectFrom('link').select('id').where('instance_id', '=', instanceId);
  await database.deleteFrom('link_check').where('link_id', 'in', its).execute();
  await admin.call(calls.adminDlp.update, { ruleId, enabled: false });
  return reviewId;
};
const request = async (a: Person, b: Person, n: string): Promise<string> => {
  const { instanceId } = await a.folder(`asked for ${n}`);
  return (await b.call(calls.access.request, { instanceId })).requestId;
};
const departmentOf = (company: People, name: string, parentId: string | null = null): Promise<string> =>
  company.database.transaction().execute((transaction) => createDepartment(transaction, { name, parentId }));
const removed = async (a: Person, n: string): Promise<string> => {
  const { instanceId } = await a.folder(`removed ${n}`);
  await a.call(calls.instance.remove, { instanceIds: [instanceId] });
  return instanceId;
};
const entry = async (a: Person, n: string): Promise<string> => {
  await removed(a, n);
  return (await a.call(calls.recycle.page, { instanceType: '1' })).items[0]!.recycleId;
};
const secondEntry = async (a: Person, n: string): Promise<string> => {
  const recycleId = await entry(a, n);
  await a.call(calls.recycle.remove, { recycleIds: [recycleId] });
  return recycleId;
};
const twoVersions = async (a: Person, n: string): Promise<string> => {
  const { instanceId } = await a.uploads(`first ${n}`, `${n}.txt`);
  await a.uploads(`second ${n}`, `${n}.txt`, a.rootId, 'version');
  return instanceId;
};
const record = (n: string) => ({
  id: newId(),
  filename: `${n}.txt`,
  fileSize: 3,
  transferType: 'upload' as const,
  parentNames: [],
  parentId: null,
  fileId: newId(),
});

const account = async (admin: Client): Promise<string> =>
  (await admin.call(calls.adminUser.create, { accountName: `made_${newId().replaceAll('-', '_')}`, realName: 'Made' })).userId;

const roleOf = (name: string) => ({ name, type: 'ordinary' as const, adminItems: [], fileItems: [...everyItem] });

export const examples: Record<string, Make> = {
  'access.request': async (_, { a, b, n }) => ({
    by: b,
    call: calls.access.request,
    fields: { instanceId: (await a.folder(n)).instanceId },
  }),
  'access.withdraw': async (_, { a, b, n }) => ({ by: b, call: calls.access.withdraw, fields: { requestId: await request(a, b, n) } }),
  'access.answer': async (_, { a, b, n }) => ({
    by: a,
    call: calls.access.answer,
    fields: { requestId: await request(a, b, n), level: null },
  }),
  'instance.comment': async (_, { a, n }) => ({
    by: a,
    call: calls.comment.create,
    fields: { instanceId: (await a.folder(n)).instanceId, text: 'seen' },
  }),
  'instance.removeComment': async (_, { a, n }) => {
    const { instanceId } = await a.folder(n);
    const { commentId } = await a.call(calls.comment.create, { instanceId, text: 'seen' });
    return { by: a, call: calls.comment.remove, fields: { instanceId, commentId } };
  },
  'department.setManagers': async (company, { a, b, admin, n }) => {
    const departmentId = await departmentOf(company, `above_${n}`);
    await admin.call(calls.adminDepartment.setManagers, { departmentId, userIds: [a.userId] });
    const below = await departmentOf(company, `below_${n}`, departmentId);
    return { by: a, call: calls.department.setManagers, fields: { departmentId: below, userIds: [b.userId] } };
  },
  'adminDepartment.setManagers': async (company, { a, admin, n }) => ({
    by: admin,
    call: calls.adminDepartment.setManagers,
    fields: { departmentId: await departmentOf(company, n), userIds: [a.userId] },
  }),
  'adminDepartment.create': async (_, { admin, n }) => ({
    by: admin,
    call: calls.adminDepartment.create,
    fields: { name: n, parentId: null, description: 'made', quotaBytes: 5_000_000, defaultLevel: 'edit' },
  }),
  'adminDepartment.update': async (company, { admin, n }) => ({
    by: admin,
    call: calls.adminDepartment.update,
    fields: { departmentId: await departmentOf(company, n), name: `renamed_${n}`, defaultLevel: 'edit' },
  }),
  'adminDepartment.move': async (company, { admin, n }) => ({
    by: admin,
    call: calls.adminDepartment.move,
    fields: { departmentId: await departmentOf(company, n), parentId: await departmentOf(company, `above_${n}`) },
  }),
  'adminDepartment.end': async (company, { admin, n }) => ({
    by: admin,
    call: calls.adminDepartment.end,
    fields: { departmentId: await departmentOf(company, n, await departmentOf(company, `above_${n}`)) },
  }),
  'adminDepartment.setQuota': async (company, { admin, n }) => ({
    by: admin,
    call: calls.adminDepartment.setQuota,
    fields: { departmentId: await departmentOf(company, n), quotaBytes: 5_000_000 },
  }),
  // The setting has a row before, so that each change finds the same state.
  'adminConfiguration.update': async (_, { admin }) => {
    await admin.call(calls.adminConfiguration.update, { code: 'feedback', value: '/disk/feedback' });
    return { by: admin, call: calls.adminConfiguration.update, fields: { code: 'feedback', value: '/disk/help' } };
  },
  'adminConfiguration.revert': async (_, { admin }) => {
    await admin.call(calls.adminConfiguration.update, { code: 'feedback', value: '/disk/feedback' });
    const { change } = await admin.call(calls.adminConfiguration.update, { code: 'feedback', value: '/disk/help' });
    return { by: admin, call: calls.adminConfiguration.revert, fields: { code: 'feedback', changeId: change!.changeId } };
  },
  'adminFileRole.update': async (_, { admin }) => {
    const { items: roles } = await admin.call(calls.adminFileRole.page, {});
    const { items: before } = roles.find(({ role }) => role === 'observer')!;
    const items = before.includes('comment') ? before.filter((item) => item !== 'comment') : [...before, 'comment' as const];
    return { by: admin, call: calls.adminFileRole.update, fields: { role: 'observer', items, before } };
  },
  'adminRole.create': async (_, { admin, n }) => ({ by: admin, call: calls.adminRole.create, fields: roleOf(`made ${n}`) }),
  'adminRole.update': async (_, { admin, n }) => {
    const { roleId } = await admin.call(calls.adminRole.create, roleOf(`role ${n}`));
    return { by: admin, call: calls.adminRole.update, fields: { roleId, ...roleOf(`other ${n}`) } };
  },
  'adminRole.remove': async (_, { admin, n }) => {
    const { roleId } = await admin.call(calls.adminRole.create, roleOf(`role ${n}`));
    return { by: admin, call: calls.adminRole.remove, fields: { roleId } };
  },
  'adminRole.assign': async (_, { a, admin, n }) => {
    const { roleId } = await admin.call(calls.adminRole.create, roleOf(`role ${n}`));
    return { by: admin, call: calls.adminRole.assign, fields: { userIds: [a.userId], roleIds: [roleId] } };
  },
  'adminUser.update': async (_, { admin, n }) => ({
    by: admin,
    call: calls.adminUser.update,
    fields: { userId: await account(admin), realName: `renamed ${n}`, quotaBytes: 5_000_000 },
  }),
  'adminUser.batch': async (_, { admin }) => ({
    by: admin,
    call: calls.adminUser.batch,
    fields: { userIds: [await account(admin), await account(admin)], change: { quotaBytes: 5_000_000, speedLimit: 1000 } },
  }),
  'adminUser.endSessions': async (company, { admin }) => ({
    by: admin,
    call: calls.adminUser.endSessions,
    fields: { userId: (await company.person()).userId },
  }),
  'adminUser.freeze': async (_, { admin }) => ({ by: admin, call: calls.adminUser.freeze, fields: { userIds: [await account(admin)] } }),
  'adminUser.thaw': async (_, { admin }) => {
    const userIds = [await account(admin)];
    await admin.call(calls.adminUser.freeze, { userIds });
    return { by: admin, call: calls.adminUser.thaw, fields: { userIds } };
  },
  'collect.create': async (_, { a, n }) => ({
    by: a,
    call: calls.favourite.create,
    fields: { instanceIds: [(await a.folder(n)).instanceId] },
  }),
  'collect.remove': async (_, { a, n }) => {
    const instanceIds = [(await a.folder(n)).instanceId];
    await a.call(calls.favourite.create, { instanceIds });
    return { by: a, call: calls.favourite.remove, fields: { instanceIds } };
  },
  'group.createGroup': async (_, { a, n }) => ({
    by: a,
    call: calls.group.createGroup,
    fields: { groupName: `made ${n}`, preallocatedSize: 2 ** 30 },
  }),
  'group.editGroup': async (_, { a, n }) => ({
    by: a,
    call: calls.group.editGroup,
    fields: { groupId: await group(a, n), groupName: `other ${n}`, preallocatedSize: 2 ** 31 },
  }),
  'group.leave': async (_, { a, b, n }) => ({
    by: b,
    call: calls.group.leave,
    fields: { groupId: await group(a, n, [{ who: b, level: 'viewOnly' }]) },
  }),
  'group.handover': async (_, { a, b, n }) => ({
    by: a,
    call: calls.group.handover,
    fields: { groupId: await group(a, n, [{ who: b, level: 'manager' }]), userId: b.userId },
  }),
  'group.accept': async (_, { a, b, n }) => {
    const groupId = await group(a, n, [{ who: b, level: 'manager' }]);
    await a.call(calls.group.handover, { groupId, userId: b.userId });
    return { by: b, call: calls.group.accept, fields: { groupId } };
  },
  'group.dissolveGroup': async (_, { a, n }) => ({ by: a, call: calls.group.dissolveGroup, fields: { groupId: await group(a, n) } }),
  'group.addMembers': async (_, { a, b, n }) => ({
    by: a,
    call: calls.group.addMembers,
    fields: { groupId: await group(a, n), members: [{ ...person(b), level: 'viewOnly' }] },
  }),
  'group.removeMembers': async (_, { a, b, n }) => ({
    by: a,
    call: calls.group.removeMembers,
    fields: { groupId: await group(a, n, [{ who: b, level: 'viewOnly' }]), members: [person(b)] },
  }),
  'instance.createFolder': async (_, { a, n }) => ({
    by: a,
    call: calls.instance.createFolder,
    fields: { parentId: a.rootId, instanceName: n },
  }),
  'instance.batchCreateFolder': async (_, { a, n }) => ({
    by: a,
    call: calls.instance.batchCreateFolder,
    fields: { parentId: a.rootId, instanceName: n, children: [{ instanceName: 'below' }] },
  }),
  'adminRegion.create': async (_, { admin, n }) => ({ by: admin, call: calls.adminRegion.create, fields: regionOf(n) }),
  'adminRegion.update': async (_, { admin, n }) => ({
    by: admin,
    call: calls.adminRegion.update,
    fields: { regionId: (await admin.call(calls.adminRegion.create, regionOf(n))).regionId, name: `now ${n}` },
  }),
  'adminRegion.remove': async (_, { admin, n }) => ({
    by: admin,
    call: calls.adminRegion.remove,
    fields: { regionId: (await admin.call(calls.adminRegion.create, regionOf(n))).regionId },
  }),
  'adminAllowlist.create': async (_, { admin, n }) => ({ by: admin, call: calls.adminAllowlist.create, fields: allowlistRule(n) }),
  'adminAllowlist.update': async (_, { admin, n }) => ({
    by: admin,
    call: calls.adminAllowlist.update,
    fields: { ruleId: (await admin.call(calls.adminAllowlist.create, allowlistRule(n))).ruleId, note: `now ${n}` },
  }),
  'adminAllowlist.remove': async (_, { admin, n }) => ({
    by: admin,
    call: calls.adminAllowlist.remove,
    fields: { ruleId: (await admin.call(calls.adminAllowlist.create, allowlistRule(n))).ruleId },
  }),
  'adminPlatform.create': async (_, { admin, n }) => {
    await roomForPlatform(admin);
    return { by: admin, call: calls.adminPlatform.create, fields: platformOf(n) };
  },
  'adminPlatform.update': async (_, { admin, n }) => ({
    by: admin,
    call: calls.adminPlatform.update,
    fields: { ...(await madePlatform(admin, n)), name: `now ${n}`.slice(0, 64) },
  }),
  'adminPlatform.remove': async (_, { admin, n }) => ({
    by: admin,
    call: calls.adminPlatform.remove,
    fields: await madePlatform(admin, n),
  }),
  'adminPlatform.createDirectory': async (_, { admin, n }) => {
    await roomForPlatform(admin);
    return { by: admin, call: calls.adminPlatform.createDirectory, fields: directoryOf(n) };
  },
  'adminPlatform.updateDirectory': async (_, { admin, n }) => ({
    by: admin,
    call: calls.adminPlatform.updateDirectory,
    fields: {
      ...(await madeDirectory(admin, n)),
      name: `now ${n}`.slice(0, 64),
    },
  }),
  'adminPlatform.createScim': async (_, { admin, n }) => {
    await roomForPlatform(admin);
    return { by: admin, call: calls.adminPlatform.createScim, fields: { name: n } };
  },
  'adminPlatform.updateScim': async (_, { admin, n }) => ({
    by: admin,
    call: calls.adminPlatform.updateScim,
    fields: { ...(await madeScim(admin, n)), name: `now ${n}`.slice(0, 64) },
  }),
  'adminPlatform.releaseScim': async (_, { admin, n }) => ({
    by: admin,
    call: calls.adminPlatform.releaseScim,
    fields: { ...(await madeScim(admin, n)), syncReason: n },
  }),
  'adminPlatform.setSync': async (_, { admin, n }) => ({
    by: admin,
    call: calls.adminPlatform.setSync,
    fields: { ...(await madeDirectory(admin, n)), timedSync: true },
  }),
  'adminPlatform.dryRun': async (_, { admin, n }) => ({
    by: admin,
    call: calls.adminPlatform.dryRun,
    fields: await madeDirectory(admin, n),
  }),
  'adminPlatform.sync': async (_, { admin, n }) => ({
    by: admin,
    call: calls.adminPlatform.sync,
    fields: await madeDirectory(admin, n, true),
  }),
  'adminPlatform.cancelSync': async (_, { admin, n }) => ({
    by: admin,
    call: calls.adminPlatform.cancelSync,
    fields: await madeDirectory(admin, n),
  }),
  'adminRecycle.restore': async (_, { a, admin, n }) => ({
    by: admin,
    call: calls.adminRecycle.restore,
    fields: { recycleIds: [await secondEntry(a, n)] },
  }),
  'adminRecycle.remove': async (_, { a, admin, n }) => ({
    by: admin,
    call: calls.adminRecycle.remove,
    fields: { recycleIds: [await secondEntry(a, n)] },
  }),
  'adminRecycle.keep': async (_, { a, admin, n }) => {
    const recycleIds = [await secondEntry(a, n)];
    await admin.call(calls.adminRecycle.remove, { recycleIds });
    return { by: admin, call: calls.adminRecycle.keep, fields: { recycleIds } };
  },
  // It finds nothing: what its task does to entries it logs later.
  'adminRecycle.clear': async (_, { admin, n }) => ({
    by: admin,
    call: calls.adminRecycle.clear,
    fields: { keyword: `nothing is named ${n}` },
  }),
  // Each has a document of its own, because they happen at once.
  'adminAgreement.saveDraft': async (_, { admin, n }) => ({
    by: admin,
    call: calls.adminAgreement.saveDraft,
    fields: { ...agreement('serviceAgreement', n), seen: await draftOf(admin, 'serviceAgreement', n) },
  }),
  'adminAgreement.discardDraft': async (_, { admin, n }) => ({
    by: admin,
    call: calls.adminAgreement.discardDraft,
    fields: { document: 'privacyPolicy', seen: await draftOf(admin, 'privacyPolicy', n) },
  }),
  // A correction: a version that asks would hold back the calls of the other examples.
  'adminAgreement.publish': async (_, { admin, n }) => ({
    by: admin,
    call: calls.adminAgreement.publish,
    fields: { document: 'usageRules', seen: await draftOf(admin, 'usageRules', n), asks: false },
  }),
  'adminFile.look': async (_, { a, admin, n }) => ({
    by: admin,
    call: calls.adminFile.look,
    fields: { instanceId: (await a.uploads(`looked at ${n}`, `${n}.txt`)).instanceId, reason: 'help', grounds: 'asked for by its owner' },
  }),
  'adminFile.remove': async (_, { a, admin, n }) => ({
    by: admin,
    call: calls.adminFile.remove,
    fields: { instanceIds: [(await a.folder(`managed ${n}`)).instanceId] },
  }),
  'adminFile.setSensitivity': async (_, { a, admin, n }) => ({
    by: admin,
    call: calls.adminFile.setSensitivity,
    fields: { instanceIds: [(await a.folder(`managed ${n}`)).instanceId], sensitivity: 'internal' },
  }),
  'adminFile.endSharing': async (_, { a, b, admin, n }) => ({
    by: admin,
    call: calls.adminFile.endSharing,
    fields: { instanceIds: [(await share(a, b, n)).instanceId], what: 'shares' },
  }),
  // It finds nothing: what its task does to items it logs later.
  'adminFile.changeFound': async (_, { admin, n }) => ({
    by: admin,
    call: calls.adminFile.changeFound,
    fields: { deed: 'endLinks', filter: { keyword: `nothing is named ${n}` } },
  }),
  'adminDlp.create': async (_, { admin, n }) => ({ by: admin, call: calls.adminDlp.create, fields: suffixRule(n) }),
  'adminDlp.update': async (_, { admin, n }) => ({
    by: admin,
    call: calls.adminDlp.update,
    fields: { ruleId: (await admin.call(calls.adminDlp.create, suffixRule(n))).ruleId, name: `now ${n}` },
  }),
  'adminDlp.remove': async (_, { admin, n }) => ({
    by: admin,
    call: calls.adminDlp.remove,
    fields: { ruleId: (await admin.call(calls.adminDlp.create, suffixRule(n))).ruleId },
  }),
  'adminLink.approve': async (company, { a, admin, n }) => ({
    by: admin,
    call: calls.adminLink.approve,
    fields: { reviewId: await review(company, a, admin, n) },
  }),
  'adminLink.refuse': async (company, { a, admin, n }) => ({
    by: admin,
    call: calls.adminLink.refuse,
    fields: { reviewId: await review(company, a, admin, n), reason: 'no' },
  }),
  'link.copy': async (company, { a, b, n }) => {
    const { visitor, folderId } = await visitsFolder(company, a, { name: `linked copy ${n}`, signedIn: b });
    const { instanceId } = await a.uploads(`content ${n}`, `${n}.txt`, folderId);
    return { by: visitor, call: calls.link.copy, fields: { instanceIds: [instanceId], targetParentId: b.rootId } };
  },
  'link.createFolder': async (company, { a, n }) => {
    const { visitor, folderId } = await visitsFolder(company, a, { name: `linked ${n}` });
    return { by: visitor, call: calls.link.createFolder, fields: { parentId: folderId, instanceName: n } };
  },
  'link.batchCreateFolder': async (company, { a, n }) => {
    const { visitor, folderId } = await visitsFolder(company, a, { name: `linked tree ${n}` });
    return {
      by: visitor,
      call: calls.link.batchCreateFolder,
      fields: { parentId: folderId, instanceName: n, children: [{ instanceName: 'below' }] },
    };
  },
  'instance.rename': async (_, { a, n }) => ({
    by: a,
    call: calls.instance.rename,
    fields: { instanceId: (await a.folder(n)).instanceId, fileName: encodeName(`now ${n}`) },
  }),
  'instance.remove': async (_, { a, n }) => ({
    by: a,
    call: calls.instance.remove,
    fields: { instanceIds: [(await a.folder(n)).instanceId] },
  }),
  'instance.undoRemove': async (_, { a, n }) => ({
    by: a,
    call: calls.instance.undoRemove,
    fields: { instanceIds: [await removed(a, n)] },
  }),
  'instance.move': async (_, { a, n }) => ({
    by: a,
    call: calls.instance.move,
    fields: {
      instanceIds: [(await a.folder(`one ${n}`)).instanceId, (await a.folder(`two ${n}`)).instanceId],
      targetParentId: (await a.folder(`into ${n}`)).instanceId,
    },
  }),
  'instance.copy': async (_, { a, n }) => ({
    by: a,
    call: calls.instance.copy,
    fields: { instanceIds: [(await a.uploads(n, `${n}.txt`)).instanceId], targetParentId: (await a.folder(`into ${n}`)).instanceId },
  }),
  'notice.markRead': async (_, { a, b, n }) => {
    await group(a, n, [{ who: b, level: 'viewOnly' }]);
    return { by: b, call: calls.notice.markRead, fields: { all: true } };
  },
  'privilege.updateMemberRole': async (_, { a, b, n }) => ({
    by: a,
    call: calls.privilege.updateMemberRole,
    fields: { groupId: await group(a, n, [{ who: b, level: 'viewOnly' }]), subject: person(b), role: 'manager' },
  }),
  'privilege.updateUserRole': async (_, { a, b, n }) => ({
    by: a,
    call: calls.privilege.updateUserRole,
    fields: {
      instanceId: (await a.folder(n, await group(a, n, [{ who: b, level: 'viewOnly' }]))).instanceId,
      subject: person(b),
      role: 'forbidden',
    },
  }),
  'privilege.remove': async (_, { a, b, n }) => {
    const { instanceId } = await a.folder(n, await group(a, n, [{ who: b, level: 'viewOnly' }]));
    await a.call(calls.privilege.updateUserRole, { instanceId, subject: person(b), role: 'forbidden' });
    return { by: a, call: calls.privilege.remove, fields: { instanceId, subject: person(b) } };
  },
  'recycle.restoreFirstRecycleFile': async (_, { a, n }) => ({
    by: a,
    call: calls.recycle.restore,
    fields: { recycleIds: [await entry(a, n)] },
  }),
  'recycle.removeFirstRecycleFile': async (_, { a, n }) => ({
    by: a,
    call: calls.recycle.remove,
    fields: { recycleIds: [await entry(a, n)] },
  }),
  'recycle.clearFirstRecycleFile': async (_, { a, n }) => {
    await removed(a, n);
    return { by: a, call: calls.recycle.clear, fields: { instanceType: '1' } };
  },
  'instance.setSensitivity': async (_, { a, n }) => ({
    by: a,
    call: calls.instance.setSensitivity,
    fields: { instanceId: (await a.folder(n)).instanceId, sensitivity: 'high' },
  }),
  'innerSharing.create': async (_, { a, b, n }) => ({
    by: a,
    call: calls.innerSharing.create,
    fields: {
      instanceIds: [(await a.folder(`one ${n}`)).instanceId, (await a.folder(`two ${n}`)).instanceId],
      members: [{ ...person(b), role: 'edit' }],
    },
  }),
  'innerSharing.remove': async (_, { a, b, n }) => ({
    by: a,
    call: calls.innerSharing.remove,
    fields: { fileSharingIds: [(await share(a, b, n)).fileSharingId] },
  }),
  'innerSharing.leaveInnerSharing': async (_, { a, b, n }) => ({
    by: b,
    call: calls.innerSharing.leaveInnerSharing,
    fields: { fileSharingIds: [(await share(a, b, n)).fileSharingId] },
  }),
  'innerSharing.uploadUsers': async (_, { a, b, n }) => {
    const made = workbooks.utils.book_new();
    const rows = [
      ['账号', '姓名', '部门', '权限'],
      [b.accountName, '', '', '编辑'],
    ];
    workbooks.utils.book_append_sheet(made, workbooks.utils.aoa_to_sheet(rows), 'Sheet1');
    const file = new File([workbooks.write(made, { type: 'buffer', bookType: 'xlsx' }) as Buffer<ArrayBuffer>], '名单.xlsx');
    return { by: a, call: calls.innerSharing.uploadUsers, fields: { instanceId: (await a.folder(n)).instanceId, file } };
  },
  'link.createOrUpdate': async (_, { a, n }) => ({
    by: a,
    call: calls.link.createOrUpdate,
    fields: { instanceIds: [(await a.folder(n)).instanceId], password: 'a1b2' },
  }),
  'link.rename': async (_, { a, n }) => ({
    by: a,
    call: calls.link.rename,
    fields: { linkPath: await link(a, n), name: 'renamed' },
  }),
  'link.remove': async (_, { a, n }) => ({
    by: a,
    call: calls.link.remove,
    fields: { linkPaths: [await link(a, n)] },
  }),
  'instance.tag': async (_, { a, n }) => ({
    by: a,
    call: calls.tag.tag,
    fields: { instanceId: (await a.folder(n)).instanceId, tag: 'new' },
  }),
  'instance.untag': async (_, { a, n }) => {
    const { instanceId } = await a.folder(n);
    await a.call(calls.tag.tag, { instanceId, tag: 'old' });
    return { by: a, call: calls.tag.untag, fields: { instanceId, tag: 'old' } };
  },
  // The task has ended, because a running one could end at any moment. The refusal is the answer that is stored.
  'task.cancel': async ({ database }, { a }) => {
    const id = newId();
    await sql`insert into task (id, owner_id, kind, input, total, state, space_id, reserved_bytes)
      select ${id}, ${a.userId}, 'move', '{"instanceIds":[]}', 1, 'done', space_id, 0 from instance where id = ${a.rootId}`.execute(
      database,
    );
    return { by: a, call: calls.task.cancel, fields: { taskId: id } };
  },
  'transfer.add': async (_, { a, n }) => ({ by: a, call: calls.transfer.add, fields: { records: [record(n)] } }),
  'transfer.clear': async (_, { b, n }) => {
    await b.call(calls.transfer.add, { records: [record(n)] });
    return { by: b, call: calls.transfer.clear, fields: {} };
  },
  'pub.confirmQr': async (company, { a }) => {
    const { qrId } = await company.visitor().call(calls.user.generateQrId, {});
    return { by: a, call: calls.user.confirmQr, fields: { qrId, accept: true } };
  },
  'user.changePassword': async (company, { n }) => {
    const one = await company.person({ accountName: `changes_${n}` });
    return { by: one, call: calls.user.changePassword, fields: { oldPassword: personPassword, newPassword: `New-password-${n}` } };
  },
  'adminUser.removeFactors': async (company, { admin, n }) => {
    const one = await company.person({ accountName: `factors_${n}` });
    await enrols(one);
    return { by: admin, call: calls.adminUser.removeFactors, fields: { userId: one.userId } };
  },
  'adminUser.unlinkPlatform': async (company, { admin, n }) => {
    const [one, { platformId }] = [await company.person({ accountName: `unlinked_${n}` }), await madePlatform(admin, n)];
    const link = { platform_id: platformId, issuer: platformOf(n).issuer, subject: n, user_id: one.userId };
    await company.database.insertInto('identity_link').values(link).execute();
    return { by: admin, call: calls.adminUser.unlinkPlatform, fields: { userId: one.userId, platformId } };
  },
  'adminRole.requireFactor': async (_, { admin, n }) => ({
    by: admin,
    call: calls.adminRole.requireFactor,
    fields: { roleId: (await admin.call(calls.adminRole.create, roleOf(n))).roleId, needsSecondFactor: true },
  }),
  'user.addPasskey': async (company, { n }) => {
    const one = await company.person({ accountName: `passkey_${n}` });
    const answer = new SoftKey(one.origin).make((await one.call(calls.user.beginPasskey, {})).options);
    return { by: one, call: calls.user.addPasskey, fields: { name: 'key', answer } };
  },
  'user.renamePasskey': async (company, { n }) => {
    const one = await company.person({ accountName: `name_passkey_${n}` });
    await addsKey(one);
    const { passkeys } = await one.call(calls.user.secondFactors, {});
    return { by: one, call: calls.user.renamePasskey, fields: { passkeyId: passkeys[0]!.passkeyId, name: 'renamed' } };
  },
  'user.removePasskey': async (company, { n }) => {
    const one = await company.person({ accountName: `no_passkey_${n}` });
    await addsKey(one);
    const { passkeys } = await one.call(calls.user.secondFactors, {});
    return { by: one, call: calls.user.removePasskey, fields: { passkeyId: passkeys[0]!.passkeyId } };
  },
  'user.confirmTotp': async (company, { n }) => {
    const one = await company.person({ accountName: `totp_${n}` });
    const app = new Authenticator((await one.call(calls.user.beginTotp, {})).secret);
    return { by: one, call: calls.user.confirmTotp, fields: { code: app.code(1) } };
  },
  'user.removeTotp': async (company, { n }) => {
    const one = await company.person({ accountName: `no_totp_${n}` });
    await enrols(one);
    return { by: one, call: calls.user.removeTotp, fields: {} };
  },
  'user.endSession': async (_, { a }) => {
    await new Person(a.origin, a.accountName, a).signsIn();
    const open = await a.call(calls.user.sessions, {});
    return { by: a, call: calls.user.endSession, fields: { sessionIds: [open.find(({ current }) => !current)!.sessionId] } };
  },
  'user.answerDevice': async (company) => {
    const one = await company.person();
    await new Person(one.origin, one.accountName, one).signsIn();
    const { items } = await one.call(calls.notice.page, { filter: 'todo' });
    const [deviceId] = items.flatMap(({ kind, data }) => (kind === 'newDevice' ? [data.deviceId] : []));
    return { by: one, call: calls.user.answerDevice, fields: { deviceId, mine: true } };
  },
  'user.saveSettings': async (_, { a }) => ({ by: a, call: calls.user.saveSettings, fields: { skin: 'dark' } }),
  'user.acknowledgeAgreement': async (_, { a }) => ({ by: a, call: calls.user.acknowledgeAgreement, fields: {} }),
  'instance.restoreVersion': async (_, { a, n }) => ({
    by: a,
    call: calls.version.restore,
    fields: { instanceId: await twoVersions(a, n), version: 1 },
  }),
  'instance.removeVersion': async (_, { a, n }) => ({
    by: a,
    call: calls.version.remove,
    fields: { instanceId: await twoVersions(a, n), version: 1 },
  }),
};

export async function signInAdmin(company: People): Promise<Client> {
  const admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  return admin;
}
