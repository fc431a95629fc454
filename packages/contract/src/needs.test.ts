import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allCalls } from './index.ts';

/**
 * Why a call has no `needs`: each reason says who checks the permission instead. A new call must declare `needs` or match a reason here.
 */
const withoutNeeds: Record<string, RegExp> = {
  'the gate of a link, which asks for its password and its people': /^link\.(checkPassword|queryConfig|queryLoginAuth)$/,
  "what the visitor's link gives, read in the statement that answers, or each item by its own right":
    /^link\.(addViewCount|copy|queryAttribute|queryFolderDownload|queryInstancePage|thumbnails)$/,
  'nobody is signed in, or what is asked is the same for all': /^pub\.|^user\.signIn$/,
  'of the caller alone': /^(user|notice|task|transfer)\./,
  'the role of an administrator is what it takes':
    /^admin(Agreement|Allowlist|Configuration|Dashboard|Department|Dlp|File|FileRole|Link|Log|Platform|Region|Recycle|Role|User)\./,
  'of departments, which every colleague may know':
    /^department\.(checkChosen|queryChildren|querySpaces)$|^search\.(matchNames|search(Departments|Users))$/,
  'by being the manager of a department above': /^department\.setManagers$/,
  'a list: each row is there by its own right':
    /^search\.(quick|searchInstancePage|narrowPage)$|^(collect|group|innerSharing|recycle)\.page$/,
  'each of several items succeeds or fails by its own right':
    /^instance\.(remove|undoRemove|move|copy|thumbnails|queryFolderDownload)$|^collect\.(create|remove)$|^recycle\.\w+FirstRecycleFile$/,
  'a request, which its asker and those who may answer it see': /^access\.(answer|detail|mine|request|withdraw)$/,
  'the right is read in the statement that answers': /^instance\.(page|narrowPage|queryFolderByParentId|queryInstanceDetail)$/,
  'names are judged before the folder that they go to': /^(instance|link)\.(createFolder|batchCreateFolder)$/,
  'an upload: its folder with its ticket, its signed parts by their ticket':
    /^(instance|link)\.(checkUploadAble|checkUploads|queryUploadAuth|recycleStorageFile|secondUploads?|upload|uploads)$/,
  'the top of a group, asked under its lock, and named as a group where it is missing':
    /^group\.(accept|addMembers|createGroup|dissolveGroup|editGroup|handover|leave|queryGroup|queryHandover|queryMembers|removeMembers)$|^privilege\.updateMemberRole$/,
  'a link: its creator’s own, or judged with the item it is to, by rights that no share gives':
    /^link\.(createOrUpdate|page|querySyncStatus|remove|rename|visits)$|^instance\.query(LinkStatusByInstanceIds|InvalidLinkOaApply)$/,
  'a share, opened by what its initiator holds':
    /^innerSharing\.(checkUploadUser|create|downloadUsers|leaveInnerSharing|querySharingUsers|remove|uploadUsers)$/,
};

const reasonsFor = (name: string): string[] => Object.keys(withoutNeeds).filter((reason) => withoutNeeds[reason]!.test(name));

test('a call without a declared need cannot slip in: each one says what it needs, or has its reason here', () => {
  const unexplained = allCalls.filter(({ name, needs }) => needs === undefined && reasonsFor(name).length === 0);
  assert.deepEqual(
    unexplained.map(({ name }) => name),
    [],
  );
});

test('each reason is still somebody’s', () => {
  const used = new Set(allCalls.filter(({ needs }) => needs === undefined).flatMap(({ name }) => reasonsFor(name)));
  assert.deepEqual(
    Object.keys(withoutNeeds).filter((reason) => !used.has(reason)),
    [],
  );
});

test('nobody but who is signed in is asked for a need', () => {
  for (const { name, caller, needs } of allCalls) if (needs) assert.ok(caller === 'user' || caller === 'visitor', name);
});
