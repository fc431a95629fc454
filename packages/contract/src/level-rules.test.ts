import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  defaultRoleItems as roles,
  everyItem,
  fileRoles,
  givableLevels,
  itemsWhileEnding,
  levelHeld,
  mayGive,
  shareLevelHeld,
  spaceKinds,
} from './index.ts';
import type { FileRole, FileRoleItems, GivenBy, PermissionItem, SpaceKind } from './index.ts';

/** What each role may grant in each way, unless the kind of space restricts it. */
const givable: Record<FileRole, Record<GivenBy, string>> = {
  forbidden: { entry: 'forbidden', share: '', answer: '' },
  observer: { entry: 'forbidden observer', share: '', answer: '' },
  reader: { entry: 'forbidden observer reader', share: '', answer: '' },
  defaultRole: { entry: 'forbidden observer reader viewOnly', share: 'viewOnly', answer: 'viewOnly' },
  viewer: { entry: 'forbidden observer reader viewOnly', share: 'viewOnly', answer: 'viewOnly' },
  uploader: { entry: 'forbidden uploader', share: '', answer: '' },
  sharedPerson: { entry: 'forbidden observer reader viewOnly', share: 'viewOnly sharedPerson', answer: 'viewOnly' },
  downloader: {
    entry: 'forbidden observer reader viewOnly download',
    share: 'viewOnly sharedPerson download',
    answer: 'viewOnly download',
  },
  editor: {
    entry: 'forbidden uploader observer reader viewOnly download edit',
    share: 'viewOnly sharedPerson download edit',
    answer: 'viewOnly download edit',
  },
  operator: {
    entry: 'forbidden uploader observer reader viewOnly download edit',
    share: 'viewOnly sharedPerson download edit',
    answer: 'viewOnly download edit',
  },
  sharer: {
    entry: 'forbidden uploader observer reader viewOnly download edit externalSharing',
    share: 'viewOnly sharedPerson download edit',
    answer: 'viewOnly download edit externalSharing',
  },
  manager: {
    entry: 'forbidden uploader observer reader viewOnly download edit externalSharing manager',
    share: 'viewOnly sharedPerson download edit manager',
    answer: 'viewOnly download edit externalSharing',
  },
};

/** Personal files and libraries have no entries, and a request for personal files cannot grant external sharing. */
function givableIn(kind: SpaceKind, by: GivenBy, role: FileRole): string {
  const levels = givable[role][by];
  if (by === 'entry') return kind === spaceKinds.group || kind === spaceKinds.department ? levels : '';
  return by === 'answer' && kind === spaceKinds.personal ? levels.replace(' externalSharing', '') : levels;
}

const everyLevel = {
  entry: ['forbidden', 'uploader', 'observer', 'reader', 'viewOnly', 'download', 'edit', 'externalSharing', 'manager'],
  share: ['viewOnly', 'sharedPerson', 'download', 'edit', 'manager'],
  answer: ['viewOnly', 'download', 'edit', 'externalSharing'],
} as const;

test('in no space and by no way can anybody give a level above their own', () => {
  for (const spaceKind of Object.values(spaceKinds))
    for (const role of fileRoles)
      for (const by of ['entry', 'share', 'answer'] as const) {
        const giver = { spaceKind, items: roles[role] };
        const expected = givableIn(spaceKind, by, role);
        assert.equal(givableLevels(roles, by, giver).join(' '), expected, `space ${spaceKind}, ${role}, ${by}`);
        for (const level of everyLevel[by])
          assert.equal(
            (mayGive as (of: FileRoleItems, by: GivenBy, from: typeof giver, wanted: string) => boolean)(roles, by, giver, level),
            expected.split(' ').includes(level),
            `space ${spaceKind}, ${role}, ${by} ${level}`,
          );
      }
});

test('only a share can be given without what no share has on the shared item', () => {
  const items = roles.editor.filter((item) => !['rename', 'move', 'delete'].includes(item));
  const giver = { spaceKind: spaceKinds.group, items };
  assert.deepEqual(
    [mayGive(roles, 'share', giver, 'edit'), mayGive(roles, 'entry', giver, 'edit'), mayGive(roles, 'answer', giver, 'edit')],
    [true, false, false],
  );
  for (const missing of ['upload', 'tag', 'historyRestore', 'download', 'comment'] satisfies PermissionItem[])
    assert.equal(mayGive(roles, 'share', { ...giver, items: items.filter((item) => item !== missing) }, 'edit'), false, missing);
});

test('the level somebody has is the highest that is theirs whole, ending spaces included', () => {
  const held = Object.fromEntries(
    fileRoles.map((role) => [role, [levelHeld(roles, roles[role]), shareLevelHeld(roles, roles[role])].join(' ')]),
  );
  assert.deepEqual(held, {
    forbidden: ' viewOnly',
    observer: ' viewOnly',
    reader: ' viewOnly',
    defaultRole: 'viewOnly viewOnly',
    viewer: 'viewOnly viewOnly',
    uploader: ' viewOnly',
    editor: 'edit edit',
    operator: 'edit edit',
    sharedPerson: 'viewOnly sharedPerson',
    manager: 'manager manager',
    downloader: 'download download',
    sharer: 'externalSharing edit',
  });
  assert.deepEqual(
    [levelHeld(roles, []), shareLevelHeld(roles, []), levelHeld(roles, everyItem), shareLevelHeld(roles, everyItem)],
    [null, 'viewOnly', 'manager', 'manager'],
  );
  assert.equal(levelHeld(roles, itemsWhileEnding), 'download');
});

test('with edited sets, items decide what can be given and what is held, not the names of the roles', () => {
  const edited: FileRoleItems = {
    ...roles,
    viewer: [...roles.viewer, 'share'],
    editor: ['list'],
    sharer: [],
    manager: ['list', 'personnelManagement'],
  };
  const giver = (items: readonly PermissionItem[]) => ({ spaceKind: spaceKinds.group, items });
  assert.equal(mayGive(edited, 'entry', giver(edited.downloader), 'viewOnly'), false, 'a downloader has no share, so gives no viewer');
  assert.equal(mayGive(edited, 'entry', giver(edited.observer), 'edit'), true, 'an editor may only list');
  assert.equal(mayGive(edited, 'share', giver(edited.viewer), 'manager'), false);
  assert.equal(levelHeld(edited, edited.downloader), 'download', 'the larger set, not the later name');
  assert.equal(levelHeld(edited, ['list']), 'edit');
  assert.equal(levelHeld(edited, []), null, 'a level without items is held by nobody');
  assert.equal(shareLevelHeld(edited, edited.viewer), 'viewOnly');
});
