import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { allCalls, isLoggedByItsUseCase } from './index.ts';
import type { Call, CallLog } from './index.ts';

/** Why a call that succeeds leaves no entry in the audit log. A call that declares `log: 'none'` must match a reason here. */
const withoutEntry: Record<string, RegExp> = {
  'what an open link holds, and what its gate asks for: opening it has the entry':
    /^link\.(addViewCount|queryAttribute|queryConfig|queryInstancePage|queryLoginAuth|thumbnails)$/,
  "the caller's own links, and how far their verification is": /^link\.(page|querySyncStatus)$/,
  'what the content rules say of an item, before a link is made': /^link\.checkDlp$/,
  'a list, or the names and properties of what is in one':
    /^(activity|adminAllowlist|adminConfiguration|adminDepartment|adminDlp|adminFileRole|adminLink|adminLog|adminPlatform|adminRecycle|adminRole|adminUser|collect|group|innerSharing|instance|notice|recycle|task|transfer)\.(page|narrowPage|list|history|activity|comments|platforms|versions|imports|importErrors|syncState|syncChanges|scimState)$|^adminRegion\.list$|^adminAgreement\.(page|detail|people)$|^adminLog\.(chart|verify)$/,
  'figures, and names of administrators, which the log has already': /^adminDashboard\.(figures|state)$/,
  'a tree or a detail, as it is in lists':
    /^(access\.(detail|mine)|adminDepartment\.detail|department\.(queryChildren|querySpaces|checkChosen)|group\.query\w+|innerSharing\.(checkShared|querySharingUsers)|instance\.(query(FolderByParentId|FolderSize|InstanceDetail)|suggestTags)|privilege\.queryPrivilegeList)$/,
  'what a change would do, before it is made':
    /^(adminFileRole|adminRole)\.preview$|^adminDlp\.test$|^adminAllowlist\.check$|^adminUser\.offboard(Preview|Report)$/,
  'a search, whose results are lists': /^search\./,
  'of the caller alone': /^user\.(currentUser|queryUserCapacity|secondFactors|sessions)$|^notice\.unread$/,
  "the caller's own links, and what would become of one":
    /^link\.(page|querySyncStatus|checkDlp)$|^instance\.query(LinkStatusByInstanceIds|InvalidLinkOaApply)$/,
  'a step of a sign-in, or of setting up a factor; the last one has the entry':
    /^pub\.(askPasskey|signInStep|leaveSignInStep)$|^user\.begin(Passkey|Totp)$/,
  'the same for everybody':
    /^pub\.(agreement|agreements|checkRedirect|dlpVersion|pluginInfo|requestIp|generateQrId|startSignIn)$|^adminUser\.template$/,
  'small pictures in lists, requested by every list again': /^instance\.thumbnails$/,
  'a sheet that the caller sent, read back to them': /^innerSharing\.checkUploadUser$/,
  'a step of an upload; the save, which makes the file, has the entry':
    /^(instance|link)\.(checkUploadAble|checkUploads|queryUploadAuth|recycleStorageFile)$/,
};

const reasonsFor = (name: string): string[] => Object.keys(withoutEntry).filter((reason) => withoutEntry[reason]!.test(name));
const logged = allCalls.flatMap((call) => (call.log === 'none' ? [] : [[call, call.log] as const]));

test('a call cannot go without an entry unnoticed: each one without has its reason here', () => {
  const none = allCalls.filter(({ log }) => log === 'none');
  assert.deepEqual(
    none.filter(({ name }) => reasonsFor(name).length === 0).map(({ name }) => name),
    [],
  );
  const used = new Set(none.flatMap(({ name }) => reasonsFor(name)));
  assert.deepEqual(
    Object.keys(withoutEntry).filter((reason) => !used.has(reason)),
    [],
  );
});

test('no change that is done once goes without an entry, and none is taken for a read', () => {
  for (const { name, changes, log } of allCalls.filter((call) => call.changes === 'once'))
    assert.equal(log !== 'none' && log.deed, 'change', `${name} ${changes}`);
});

const fieldsOf = ({ request }: Call): string[] =>
  Object.keys((z.toJSONSchema(request, { unrepresentable: 'any', io: 'output' }).properties ?? {}) as object);
const namesIn = ({ of = {}, within, details = [] }: CallLog): string[] => [
  ...Object.values(of).flat(),
  ...(within === undefined ? [] : [within]),
  ...details,
];

test('an entry cannot name a field that its call does not have', () => {
  for (const [call, log] of logged)
    assert.deepEqual(
      namesIn(log).filter((field) => !fieldsOf(call).includes(field)),
      [],
      call.name,
    );
});

test('no secret and no text that people wrote gets into an entry', () => {
  const secret = /password|secret|token|proof|file$|text|message|note|description|phone|email|qrId/i;
  for (const [call, log] of logged)
    assert.deepEqual(
      namesIn(log).filter((field) => secret.test(field)),
      [],
      call.name,
    );
});

test('no use case has to write an entry unnoticed', () => {
  assert.deepEqual(
    allCalls
      .filter(isLoggedByItsUseCase)
      .map(({ name }) => name)
      .sort(),
    [
      'adminPlatform.renewScimToken',
      'adminUser.create',
      'adminUser.importCheck',
      'adminUser.importRun',
      'adminUser.importSecrets',
      'adminUser.offboard',
      'adminUser.resetPassword',
      'instance.secondUpload',
      'instance.secondUploads',
      'instance.upload',
      'instance.uploads',
      'link.checkPassword',
      'link.secondUpload',
      'link.upload',
      'link.uploads',
      'pub.backchannelLogout',
      'pub.finishSignIn',
      'pub.giveSecondFactor',
      'pub.login',
      'pub.queryStatusByQrId',
      'pub.signInWithPasskey',
      'user.drawRecoveryCodes',
      'user.logPc',
      'user.login',
      'user.logout',
      'user.proveAgain',
      'user.signIn',
    ],
  );
});
