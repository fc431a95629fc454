import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { allCalls } from './index.ts';

const declared = await Promise.all(
  readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map(async (file) => Object.values((await import(`./${file}`)) as Record<string, unknown>)),
);
const isCall = (value: unknown): value is (typeof allCalls)[number] => typeof value === 'object' && value !== null && 'fieldsIn' in value;

test('a call that a module declares cannot be missing among the calls: the server would not answer it', () => {
  const names = declared
    .flat()
    .filter(isCall)
    .map(({ name }) => name);
  assert.ok(names.length > 100);
  assert.deepEqual(allCalls.map(({ name }) => name).sort(), [...new Set(names)].sort());
});

test('no two calls have one name, or answer at one path', () => {
  assert.equal(new Set(allCalls.map(({ name }) => name)).size, allCalls.length);
  const paths = allCalls.flatMap(({ method, path, aliases = [] }) => [path, ...aliases].map((one) => `${method} ${one}`));
  assert.equal(new Set(paths).size, paths.length);
});

test('no limit is changed or removed unnoticed, and each is kept for an hour at most', () => {
  const limited = allCalls.flatMap(({ name, limits }) => (limits.length > 0 ? [[name, limits] as const] : []));
  assert.deepEqual(
    Object.fromEntries(limited.map(([name, of]) => [name, of.map(({ times, seconds, per }) => `${times} in ${seconds} s per ${per}`).join(', ')])), // prettier-ignore
    {
      'adminAgreement.export': '30 in 600 s per caller',
      'adminFile.count': '1200 in 600 s per caller',
      'adminFile.look': '120 in 3600 s per caller',
      'adminFile.page': '1200 in 600 s per caller',
      'adminFileRole.exportPreview': '30 in 600 s per caller',
      'adminFileRole.preview': '300 in 600 s per caller',
      'adminLog.export': '30 in 600 s per caller',
      'adminPlatform.dryRun': '60 in 600 s per caller',
      'adminPlatform.exportChanges': '30 in 600 s per caller',
      'adminPlatform.renewScimToken': '60 in 600 s per caller',
      'adminPlatform.sync': '60 in 600 s per caller',
      'adminPlatform.test': '30 in 600 s per caller',
      'adminPlatform.testDirectory': '30 in 600 s per caller',
      'adminRole.exportPreview': '30 in 600 s per caller',
      'adminRole.preview': '300 in 600 s per caller',
      'adminUser.export': '30 in 600 s per caller',
      'adminUser.importCheck': '30 in 600 s per caller',
      'adminUser.importSecrets': '30 in 600 s per caller',
      'adminUser.offboardSheet': '30 in 600 s per caller',
      'department.queryChildren': '1200 in 600 s per caller',
      'innerSharing.checkUploadUser': '120 in 600 s per caller',
      'innerSharing.uploadUsers': '120 in 600 s per caller',
      'instance.queryInvalidLinkOaApply': '3000 in 600 s per caller',
      'instance.queryLinkStatusByInstanceIds': '3000 in 600 s per caller',
      'link.addViewCount': '1200 in 600 s per caller, 6000 in 600 s per address, 24000 in 600 s per link',
      'link.batchCreateFolder': '3000 in 600 s per caller, 15000 in 600 s per address, 60000 in 600 s per link',
      'link.checkDlp': '3000 in 600 s per caller',
      'link.checkPassword': '600 in 600 s per address, 3000 in 600 s per link',
      'link.checkUploadAble': '3000 in 600 s per caller, 15000 in 600 s per address, 60000 in 600 s per link',
      'link.checkUploads': '3000 in 600 s per caller, 15000 in 600 s per address, 60000 in 600 s per link',
      'link.copy': '300 in 600 s per caller, 1500 in 600 s per address, 6000 in 600 s per link',
      'link.createFolder': '3000 in 600 s per caller, 15000 in 600 s per address, 60000 in 600 s per link',
      'link.createOrUpdate': '3000 in 600 s per caller',
      'link.download': '3000 in 600 s per caller, 15000 in 600 s per address, 60000 in 600 s per link',
      'link.page': '3000 in 600 s per caller',
      'link.preview': '3000 in 600 s per caller, 15000 in 600 s per address, 60000 in 600 s per link',
      'link.queryAttribute': '1200 in 600 s per caller, 6000 in 600 s per address, 24000 in 600 s per link',
      'link.queryConfig': '1200 in 600 s per address, 6000 in 600 s per link',
      'link.queryFolderDownload': '300 in 600 s per caller, 1500 in 600 s per address, 6000 in 600 s per link',
      'link.queryInstancePage': '1200 in 600 s per caller, 6000 in 600 s per address, 24000 in 600 s per link',
      'link.queryLoginAuth': '1200 in 600 s per address, 6000 in 600 s per link',
      'link.querySyncStatus': '3000 in 600 s per caller',
      'link.queryUploadAuth': '12000 in 600 s per caller, 60000 in 600 s per address, 240000 in 600 s per link',
      'link.recycleStorageFile': '3000 in 600 s per caller, 15000 in 600 s per address, 60000 in 600 s per link',
      'link.remove': '3000 in 600 s per caller',
      'link.rename': '3000 in 600 s per caller',
      'link.secondUpload': '3000 in 600 s per caller, 15000 in 600 s per address, 60000 in 600 s per link',
      'link.thumbnails': '3000 in 600 s per caller, 15000 in 600 s per address, 60000 in 600 s per link',
      'link.upload': '3000 in 600 s per caller, 15000 in 600 s per address, 60000 in 600 s per link',
      'link.uploads': '3000 in 600 s per caller, 15000 in 600 s per address, 60000 in 600 s per link',
      'link.visits': '3000 in 600 s per caller',
      'pub.askPasskey': '600 in 600 s per address',
      'pub.backchannelLogout': '600 in 60 s per address',
      'pub.confirmQr': '60 in 600 s per caller',
      'pub.finishSignIn': '600 in 600 s per address',
      'pub.generateQrId': '600 in 600 s per address',
      'pub.giveSecondFactor': '600 in 600 s per address',
      'pub.leaveSignInStep': '600 in 600 s per address',
      'pub.queryStatusByQrId': '6000 in 600 s per address',
      'pub.signInStep': '600 in 600 s per address',
      'pub.signInWithPasskey': '600 in 600 s per address',
      'pub.startSignIn': '600 in 600 s per address',
      'search.matchNames': '120 in 600 s per caller',
      'search.quick': '1200 in 600 s per caller',
      'search.searchDepartments': '1200 in 600 s per caller',
      'search.searchUsers': '1200 in 600 s per caller',
      'user.beginPasskey': '60 in 3600 s per caller',
      'user.beginTotp': '60 in 3600 s per caller',
      'user.drawRecoveryCodes': '60 in 3600 s per caller',
      'user.logPc': '60 in 600 s per caller',
      'user.proveAgain': '120 in 3600 s per caller',
    },
  );
  for (const [name, of] of limited)
    for (const { times, seconds } of of)
      assert.ok(Number.isInteger(times) && times >= 1 && Number.isInteger(seconds) && seconds >= 1 && seconds <= 3600, name);
});

test('each change of an administrator asks again who they are, or says why it need not; so does each file with many people in it', () => {
  const others = allCalls.filter(({ caller, changes, freshProof }) => caller === 'administrator' && changes !== 'nothing' && !freshProof);
  assert.deepEqual(Object.fromEntries(others.map(({ name }) => [name, whyNotProved[name]])), whyNotProved);
  for (const name of ['adminLog.export', 'adminUser.export', 'adminUser.importSecrets'])
    assert.ok(allCalls.find((one) => one.name === name)?.freshProof, name);
});

const takenBack = 'it is taken back by the same hand, and nothing is lost';
const protects = 'it only takes away, and must be quick';
const whyNotProved: Record<string, string> = {
  'adminAgreement.discardDraft': takenBack,
  'adminAgreement.publish': 'a new version takes nothing from anybody',
  'adminAgreement.saveDraft': takenBack,
  'adminDepartment.create': takenBack,
  'adminDepartment.move': takenBack,
  'adminDepartment.setQuota': takenBack,
  'adminDepartment.update': takenBack,
  'adminDlp.create': takenBack,
  'adminDlp.remove': takenBack,
  'adminDlp.update': takenBack,
  'adminFile.changeFound': 'as each of its deeds',
  'adminFile.endSharing': protects,
  'adminFile.remove': 'its owner restores it',
  'adminFile.setSensitivity': takenBack,
  'adminLink.approve': takenBack,
  'adminLink.refuse': protects,
  'adminPlatform.cancelSync': protects,
  'adminPlatform.dryRun': 'it changes nothing but its own result',
  'adminRecycle.keep': 'it keeps what would be deleted',
  'adminRecycle.restore': 'it gives back to the owner',
  'adminRegion.create': 'a region is a name for addresses',
  'adminRegion.remove': 'a region that a rule names stays',
  'adminUser.endSessions': protects,
  'adminUser.freeze': protects,
  'adminUser.importCheck': 'nobody is created yet',
  'adminUser.thaw': takenBack,
};
