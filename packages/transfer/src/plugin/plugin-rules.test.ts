/// <reference types="node" />
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '@alcove/contract';
import type { PluginInfo } from '@alcove/contract';
import {
  advancePlugin,
  downloadWay,
  isOlderRevision,
  isPluginCheckDue,
  pluginAddress,
  pluginPortsOf,
  suggestsClient,
  systemOf,
  uploadWay,
} from './plugin-rules.ts';
import type { DownloadFacts, PluginCommand, PluginConnection, PluginEvent, UploadFacts } from './plugin-rules.ts';

const MB = 1_048_576;
const info = {
  revision: '1.0.0.7',
  systems: [
    { system: 'windows', version: '1', address: '/client.exe' } as const,
    { system: 'linux', version: '1', address: '/client.deb' } as const,
  ],
  testHosts: [],
};
const unconfigured: PluginInfo = { revision: '1.0.0.7', systems: [], testHosts: [] };
const plain: UploadFacts = {
  client: false,
  system: 'windows',
  publicSite: false,
  fileDownloadPage: false,
  offeredThisSession: false,
  installed: null,
  info,
  files: 1,
  bytes: 500 * MB,
  underWay: 0,
};

for (const [what, facts, way] of [
  ['a little under 500 MB', { bytes: 500 * MB - 1 }, 'web'],
  ['500 MB', {}, 'installPlugin'],
  ['500 MB, offered before', { offeredThisSession: true }, 'web'],
  ['500 MB on a public site', { publicSite: true }, 'web'],
  ['500 MB on a link page', { fileDownloadPage: true }, 'web'],
  ['500 MB in the client', { client: true, files: 2000 }, 'web'],
  ['500 MB on Linux, which answers and has a client', { system: 'linux', installed: '1.0.0.7' }, 'installPlugin'],
  ['500 MB on a Mac, which has no client', { system: 'macos', installed: '1.0.0.7' }, 'web'],
  ['500 MB on a phone', { system: null }, 'web'],
  ['500 MB, nothing configured', { info: unconfigured }, 'web'],
  ['500 MB, older installed and no address for another', { installed: '1.0.0.6', info: unconfigured }, 'web'],
  ['500 MB, server silent', { info: null }, 'web'],
  ['51 files on a phone', { files: 51, bytes: 51, system: null }, 'web'],
  ['51 files, nothing configured', { files: 51, bytes: 51, info: unconfigured }, 'web'],
  ['500 MB, installed', { installed: '1.0.0.7' }, 'usePlugin'],
  ['500 MB, newer installed', { installed: '1.0.0.8' }, 'usePlugin'],
  ['500 MB, older installed', { installed: '1.0.0.6' }, 'upgradePlugin'],
  ['500 MB, older installed and offered before', { installed: '1.0.0.6', offeredThisSession: true }, 'web'],
  ['500 MB, installed, server silent', { installed: '1.0.0.1', info: null }, 'usePlugin'],
  ['50 files', { files: 50, bytes: 50 }, 'web'],
  ['51 files', { files: 51, bytes: 51 }, 'suggestClient'],
  ['51 files, offered before', { files: 51, bytes: 51, offeredThisSession: true }, 'suggestClient'],
  ['30 files beside 21', { files: 30, bytes: 30, underWay: 21 }, 'suggestClient'],
  ['30 files beside 20', { files: 30, bytes: 30, underWay: 20 }, 'web'],
  ['51 files on a public site', { files: 51, bytes: 51, publicSite: true, installed: '1.0.0.7' }, 'suggestClient'],
  ['51 files, older installed', { files: 51, bytes: 51, installed: '1.0.0.6' }, 'upgradePlugin'],
  [
    '51 files, older installed and offered before',
    { files: 51, bytes: 51, installed: '1.0.0.6', offeredThisSession: true },
    'suggestClient',
  ],
] as const)
  test(`uploading ${what}: ${way}`, () => assert.equal(uploadWay({ ...plain, ...facts }), way));

const download: DownloadFacts = { ...plain, largest: limits.bytesBeforeClientSuggestion };
for (const [what, facts, way] of [
  ['a byte under 1 GB', { largest: limits.bytesBeforeClientSuggestion - 1 }, 'web'],
  ['1 GB', {}, 'suggestClient'],
  ['1 GB on Linux', { system: 'linux' }, 'web'],
  ['1 GB in the client', { client: true }, 'web'],
  ['1 GB, nothing configured', { info: unconfigured }, 'web'],
  ['1 GB, installed', { installed: '1.0.0.7' }, 'usePlugin'],
  ['1 GB, older installed', { installed: '1.0.0.6' }, 'upgradePlugin'],
  ['1 GB, older installed and offered before', { installed: '1.0.0.6', offeredThisSession: true }, 'suggestClient'],
  ['1 GB on a link page, installed', { installed: '1.0.0.7', fileDownloadPage: true }, 'suggestClient'],
] as const)
  test(`downloading ${what}: ${way}`, () => assert.equal(downloadWay({ ...download, ...facts }), way));

for (const [what, facts, told] of [
  ['a byte under 1 GB', { largest: limits.bytesBeforeClientSuggestion - 1 }, false],
  ['1 GB', {}, true],
  ['1 GB on a link page', { fileDownloadPage: true }, false],
  ['1 GB in the client', { client: true }, false],
  ['1 GB on a phone', { system: null }, false],
  ['1 GB where no client can be got', { system: 'macos' }, false],
] as const)
  test(`beside an upload of ${what} the client is ${told ? '' : 'not '}mentioned`, () =>
    assert.equal(suggestsClient({ ...download, ...facts }), told));

test('a revision is compared by its last segment alone, as a number', () => {
  for (const [installed, offered, older] of [
    ['1.0.0.3', '1.0.0.7', true],
    ['1.0.0.7', '1.0.0.7', false],
    ['1.0.0.9', '1.0.0.10', true],
    ['9.9.9.3', '1.0.0.7', true],
    ['1.0.0.8', '2.0.0.7', false],
    ['3', '7', true],
    ['', '7', false],
    ['1.0.beta', '7', false],
    ['1.0.0.3', '0.0.0.0', false],
    ['1.0.0.3', 'soon', false],
    ['1.', '7', false],
  ] as const)
    assert.equal(isOlderRevision(installed, offered), older, `${installed} < ${offered}`);
});

test('the server is asked again after 12 hours, or when the clock went back', () => {
  const asked = 1_000_000_000;
  assert.equal(isPluginCheckDue(null, asked), true);
  assert.equal(isPluginCheckDue(asked, asked + 12 * 3_600_000 - 1), false);
  assert.equal(isPluginCheckDue(asked, asked + 12 * 3_600_000), true);
  assert.equal(isPluginCheckDue(asked, asked - 1), true);
});

test('a browser tells its system; a phone has none', () => {
  for (const [agent, system] of [
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/150.0.0.0', 'windows'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15', 'macos'],
    ['Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', 'linux'],
    ['Mozilla/5.0 (Linux; Android 14) Mobile', null],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', null],
    ['curl', null],
  ] as const)
    assert.equal(systemOf(agent), system, agent);
  assert.equal(pluginAddress(info, 'windows'), '/client.exe');
  assert.equal(pluginAddress(info, 'macos'), null);
  assert.equal(pluginAddress(null, 'windows'), null);
  assert.deepEqual(pluginPortsOf('drive.example', ['test.example']), { socket: 10_011, http: 12_456 });
  assert.deepEqual(pluginPortsOf('test.example', ['test.example']), { socket: 10_010, http: 11_456 });
});

function through(...events: PluginEvent[]): { state: PluginConnection; commands: PluginCommand[] } {
  let state: PluginConnection = { status: 'offline' };
  const commands: PluginCommand[] = [];
  for (const event of events) {
    const step = advancePlugin(state, event);
    state = step.state;
    commands.push(...step.commands);
  }
  return { state, commands };
}
const times = (n: number, event: PluginEvent): PluginEvent[] => Array.from({ length: n }, () => event);

test('five silent seconds, and the browser does it', () => {
  assert.deepEqual(through('wanted', ...times(4, 'silent')).state, { status: 'waking', tries: 5 });
  const { state, commands } = through('wanted', ...times(5, 'silent'));
  assert.deepEqual(state, { status: 'fallBackToBrowser' });
  assert.deepEqual(
    commands,
    [0, 1000, 1000, 1000, 1000].map((afterMs) => ({ do: 'wake', afterMs })),
  );
});
test('a plug-in that wakes is connected to sixty times, two seconds apart', () => {
  assert.deepEqual(through('wanted', 'silent', 'answered', ...times(59, 'refused')).state, { status: 'connecting', tries: 60 });
  const { state, commands } = through('wanted', 'answered', ...times(60, 'refused'));
  assert.deepEqual(state, { status: 'fallBackToBrowser' });
  assert.equal(commands.length, 61);
  assert.deepEqual(commands.at(-1), { do: 'connect', afterMs: 2000 });
});
test('a login reply makes it ready, with a heartbeat; a lost connection begins anew', () => {
  const { state, commands } = through('wanted', 'answered', 'refused', 'signedIn');
  assert.deepEqual(state, { status: 'ready' });
  assert.deepEqual(commands.at(-1), { do: 'heartbeat', everyMs: 40_000 });
  assert.deepEqual(through('wanted', 'answered', 'signedIn', 'closed', 'wanted').state, { status: 'waking', tries: 1 });
});
test('an event that comes late changes nothing', () => {
  assert.deepEqual(through('silent', 'answered', 'signedIn', 'refused', 'closed').state, { status: 'offline' });
  assert.deepEqual(through('wanted', 'wanted', 'signedIn', 'refused').state, { status: 'waking', tries: 1 });
  assert.deepEqual(through('wanted', ...times(5, 'silent'), 'answered', 'wanted').state, { status: 'fallBackToBrowser' });
  assert.deepEqual(through('wanted', 'answered', 'silent', 'closed').state, { status: 'connecting', tries: 1 });
});
