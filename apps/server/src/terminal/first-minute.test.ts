import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renditionPrograms } from '../renditions/index.ts';
import { searchPrograms } from '../search/index.ts';
import { firstMinute } from './first-minute.ts';
import type { Lacking } from './first-minute.ts';
import { terminalTexts } from './texts.ts';

const all = [...new Set([...renditionPrograms, ...searchPrograms])];
const cells = { kind: 'cells' } as const;
const command = /^ {2}.*apt-get install .*$/gm;
const inEnglish = (lacking: Lacking) => firstMinute(lacking, terminalTexts({ LANG: 'en_US.UTF-8' }));

test('where nothing is missing, nothing is said', () => {
  assert.deepEqual(inEnglish({ programs: [], confinement: cells, isRoot: true }), []);
});

test('each program that may be missing is told of by what does not work without it, with one command for all', () => {
  for (const program of all) {
    const said = inEnglish({ programs: [program], confinement: cells, isRoot: true }).join('\n');
    assert.match(said, /^Some programs are not installed\. .+:\n( {2}- .+\n)+On Debian and Ubuntu/, program);
    assert.equal(said.match(command)?.length, 1, program);
  }
  const said = inEnglish({ programs: all, confinement: cells, isRoot: false });
  assert.equal(said.length, 2);
  assert.match(
    said[1]!,
    /^ {2}sudo apt-get update && sudo apt-get install -y --no-install-recommends libreoffice-core .* poppler-utils ffmpeg libheif-examples p7zip-full$/m,
  );
});

test('without bubblewrap one is told that nothing is opened, and what to type', () => {
  const confinement = { kind: 'refused', because: 'notInstalled' } as const;
  const said = inEnglish({ programs: ['7z', 'bwrap'], confinement, isRoot: true });
  assert.match(said[0]!, /^bubblewrap is not installed\..* no previews and no thumbnails/);
  assert.match(said[1]!, /^Some programs are also not installed\. Without them:\n {2}- 7z and RAR/);
  assert.match(said[2]!, /^ {2}apt-get update && apt-get install -y --no-install-recommends bubblewrap p7zip-full$/m);
});

test('where the machine forbids cells no command is offered that would not help', () => {
  const said = inEnglish({ programs: [], confinement: { kind: 'refused', because: 'notAllowed' }, isRoot: true });
  assert.equal(said.length, 1);
  assert.match(said[0]!, /does not let bubblewrap .* docs\/running\.md/);
});

test('whoever accepted programs without cells is told at each start what that means', () => {
  const [said = ''] = inEnglish({ programs: [], confinement: { kind: 'unconfined', because: 'notAllowed' }, isRoot: true });
  assert.match(said, /ALCOVE_UNCONFINED_PREVIEWS.*take over this server/);
});

test('a Chinese terminal is told the same in Chinese, with the same command', () => {
  const lacking: Lacking = { programs: all, confinement: { kind: 'refused', because: 'notInstalled' }, isRoot: false };
  const said = firstMinute(lacking, terminalTexts({ LANG: 'zh_CN.UTF-8' })).join('\n');
  assert.match(said, /^没有安装 bubblewrap。/);
  assert.deepEqual(said.match(command), inEnglish(lacking).join('\n').match(command));
  // The first of the three that is set decides, as in every program.
  assert.equal(terminalTexts({ LC_ALL: 'en_US.UTF-8', LANG: 'zh_CN.UTF-8' }), terminalTexts({}));
});
