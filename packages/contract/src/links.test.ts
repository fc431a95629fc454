import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canCombine, itemsOfLink, itemsOfLinkRole, linkPermissions, roleOfLink } from './links.ts';
import { fileRoles } from './permission.ts';
import type { PermissionItem } from './permission.ts';

const subsets = Array.from({ length: 2 ** linkPermissions.length }, (_, bits) => linkPermissions.filter((_one, at) => bits & (1 << at)));

test('preview and download never combine with upload, and nothing is no permission', () => {
  for (const some of subsets) {
    assert.equal(canCombine(some), some.length > 0 && (!some.includes('upload') || some.length === 1), some.join(' '));
    if (!canCombine(some)) assert.deepEqual(itemsOfLink(some), [], some.join(' '));
  }
  // A repeated permission is still the one.
  assert.ok(canCombine(['upload', 'upload']));
});

test('no link takes anything away from where its owner put it, passes it on or manages people', () => {
  const never: PermissionItem[] = [
    'rename',
    'move',
    'delete',
    'share',
    'copy',
    'personnelManagement',
    'historyView',
    'collect',
    'comment',
    'tag',
  ];
  for (const some of subsets) for (const item of never) assert.ok(!itemsOfLink(some).includes(item), `${some.join(' ')}: ${item}`);
  assert.ok(!itemsOfLink(['preview']).includes('download'));
  assert.ok(!itemsOfLink(['upload']).includes('preview'));
});

test('the role in a grant says exactly what the permissions say, and other roles say nothing', () => {
  for (const some of subsets) assert.deepEqual(itemsOfLinkRole(roleOfLink(some)), itemsOfLink(some), some.join(' '));
  const used = subsets.map(roleOfLink);
  for (const role of fileRoles.filter((one) => !used.includes(one))) assert.deepEqual(itemsOfLinkRole(role), [], role);
});
