import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { calls } from '@alcove/contract';
import type { ArchiveListing, Instance } from '@alcove/contract';
import { member, shares } from '../../sharing/sharing.test-support.ts';
import { cpuSince, openCompany, refused } from '../../testing/index.ts';
import type { Company, Person } from '../../testing/index.ts';

const run = promisify(execFile);
let company: Company;
let person: Person;
let folder: string;
before(async () => {
  [company, folder] = [await openCompany(), await mkdtemp(join(tmpdir(), 'alcove-archives-test-'))];
  person = await company.person();
  await run('python3', ['-c', makesAll], { cwd: folder });
});
after(async () => {
  await company.close();
  await rm(folder, { recursive: true });
});

/** Archives that people send each other, and malicious ones. Python creates the former and patches them into the latter. */
const makesAll = `
import io, os, tarfile, zipfile, subprocess
def zipped(name, entries):
    with zipfile.ZipFile(name, 'w', zipfile.ZIP_DEFLATED) as z:
        for path, data in entries: z.writestr(zipfile.ZipInfo(path, (2026, 3, 4, 5, 6, 8)) if not isinstance(path, zipfile.ZipInfo) else path, data, zipfile.ZIP_DEFLATED)
class Raw(zipfile.ZipInfo):
    def _encodeFilenameFlags(self): return self.raw, 0
def raw(text, encoding):
    info = Raw('x', (2026, 3, 4, 5, 6, 8)); info.raw = text.encode(encoding); return info
zipped('plain.zip', [('报告/一.txt', '第一份'), ('b.txt', 'b'), ('报告/深/二.md', '# 二'), ('film.avi', 'x'), ('inner.zip', 'PK')])
zipped('gbk.zip', [(raw('云阁/会议纪要.txt', 'gbk'), '你好'), (raw('云阁/数据.csv', 'gbk'), '1,2')])
zipped('sjis.zip', [(raw('ドキュメント/りんご.txt', 'shift_jis'), 'ringo')])
zipped('hostile.zip', [('../../etc/passwd', 'root'), ('/abs/olute.txt', 'a'), ('C:\\\\win\\\\x.txt', 'w'), ('a\\u202egnp.exe', 'e'), ('d/' * 200 + 'deep.txt', 'd')])
zipped('bomb.zip', [('zeros.txt', b'\\0' * 40_000_000)])
zipped('many.zip', [('f%05d.txt' % n, '') for n in range(10_003)])
data = bytearray(open('plain.zip', 'rb').read())
open('cut.zip', 'wb').write(data[:len(data) // 2])
lies = bytearray(open('bomb.zip', 'rb').read())
at = lies.rindex(b'PK\\1\\2'); lies[at + 24:at + 28] = (5).to_bytes(4, 'little')
open('lies.zip', 'wb').write(lies)
for mode, name in (('w', 'p.tar'), ('w:gz', 'p.tar.gz'), ('w:bz2', 'p.tar.bz2'), ('w:xz', 'p.tar.xz')):
    with tarfile.open(name, mode) as t:
        for path, text in (('a.txt', 'first'), ('目录/' + '长' * 60 + '.txt', 'second')):
            info = tarfile.TarInfo(path); info.size = len(text); info.mtime = 1_700_000_000; t.addfile(info, io.BytesIO(text.encode()))
with tarfile.open('names.tgz', 'w:gz', format=tarfile.PAX_FORMAT, compresslevel=1) as t:
    noise = tarfile.TarInfo('noise'); noise.size = 1_000_000; t.addfile(noise, io.BytesIO(os.urandom(1_000_000)))
    for n in range(180): t.addfile(tarfile.TarInfo('a' * 1_000_000))
os.makedirs('d/子'); open('d/子/文.txt', 'w').write('七'); open('d/[a]*.txt', 'w').write('star')
for command in ('a s.7z d', 'a -psecret locked.7z d', 'a -psecret -mhe=on sealed.7z d'): subprocess.check_call(['7z', *command.split()], stdout=subprocess.DEVNULL)
subprocess.check_call(['7z', 'a', '-psecret', '-tzip', 'locked.zip', 'd'], stdout=subprocess.DEVNULL)
`;

const uploads = async (file: string, name = file): Promise<Instance> =>
  person.uploads(Buffer.from(await readFile(join(folder, file))), name, person.rootId, 'version');

async function listingOf(file: Instance): Promise<ArchiveListing> {
  const preview = await person.looksAt(file.instanceId);
  assert.equal(preview.kind, 'archive');
  const answer = await fetch(preview.url);
  assert.match(answer.headers.get('content-type')!, /^application\/json/);
  return (await answer.json()) as ArchiveListing;
}
const paths = async (file: Instance): Promise<string[]> => (await listingOf(file)).entries.map(({ path }) => path);
const look = (file: Instance, entry: number) => person.call(calls.download.previewEntry, { instanceId: file.instanceId, entry });
async function textOf(file: Instance, entry: number): Promise<string> {
  const preview = await look(file, entry);
  assert.ok(preview.kind !== 'preparing');
  return (await fetch(preview.url)).text();
}

test('a ZIP is listed, an entry is shown by its kind, and is a file of its own for whoever may download', async () => {
  const file = await uploads('plain.zip', '资料.zip');
  const { entries, more } = await listingOf(file);
  assert.equal(more, 0);
  assert.deepEqual(entries[0], { path: '报告/一.txt', size: 9, modifiedAt: '2026-03-04T05:06:08', folder: false, locked: false });
  const preview = await look(file, 0);
  assert.deepEqual([preview.kind, preview.fileName, preview.fileSize], ['text', '一.txt', 9]);
  assert.equal(await textOf(file, 0), '第一份');
  const download = await person.call(calls.download.downloadEntry, { instanceId: file.instanceId, entry: 2 });
  assert.ok('url' in download);
  const answer = await fetch(download.url);
  assert.match(answer.headers.get('content-disposition')!, /^attachment/);
  assert.equal(await answer.text(), '# 二');
  await assert.rejects(look(file, 3), refused('PREVIEW_VIDEO'));
  await assert.rejects(look(file, 4), refused('PREVIEW_UNSUPPORTED')); // a nested archive is not opened
  await assert.rejects(look(file, 5), refused('FILE_NOT_FOUND'));
});

test('names in the encoding of old Windows are read as what they are', async () => {
  const gbk = await uploads('gbk.zip');
  assert.deepEqual(await paths(gbk), ['云阁/会议纪要.txt', '云阁/数据.csv']);
  assert.equal(await textOf(gbk, 0), '你好');
  assert.deepEqual(await paths(await uploads('sjis.zip')), ['ドキュメント/りんご.txt']);
});

test('names that lead elsewhere or lie lead nowhere', async () => {
  const file = await uploads('hostile.zip');
  const listed = await paths(file);
  assert.deepEqual(listed.slice(0, 4), ['etc/passwd', 'abs/olute.txt', 'C:/win/x.txt', 'a\uFFFDgnp.exe']);
  assert.equal(listed[4]!.split('/').length, 64);
  assert.equal(await textOf(file, 1), 'a');
});

test('bombs are refused whatever their heads say, and remembered', async () => {
  await assert.rejects(look(await uploads('bomb.zip'), 0), refused('PREVIEW_TOO_COMPLEX'));
  await assert.rejects(look(await uploads('lies.zip'), 0), refused('PREVIEW_CORRUPT'));
  await writeFile(join(folder, 'bomb.tgz'), gzipSync(Buffer.concat([await readFile(join(folder, 'p.tar')), Buffer.alloc(60_000_000)])));
  await assert.rejects(uploads('names.tgz').then(listingOf), refused('PREVIEW_TOO_COMPLEX')); // more names than its reader has memory for
  const file = await uploads('bomb.tgz');
  await assert.rejects(person.looksAt(file.instanceId), refused('PREVIEW_TOO_COMPLEX'));
  const cpu = cpuSince();
  await assert.rejects(person.looksAt(file.instanceId), refused('PREVIEW_TOO_COMPLEX'));
  assert.ok(cpu() < 1000);
});

test('of very many entries the first ten thousand are listed, the others counted', async () => {
  const { entries, more } = await listingOf(await uploads('many.zip'));
  assert.deepEqual([entries.length, more], [10_000, 3]);
});

test('tar as it is and in gzip, bzip2 and xz; one packed file without a tar', async () => {
  for (const name of ['p.tar', 'p.tar.gz', 'p.tar.bz2', 'p.tar.xz']) {
    const file = await uploads(name);
    assert.deepEqual(await paths(file), ['a.txt', `目录/${'长'.repeat(60)}.txt`], name);
    assert.deepEqual([await textOf(file, 0), await textOf(file, 1)], ['first', 'second'], name);
  }
  const one = await person.uploads(Buffer.from(gzipSync('one file')), '日志.txt.gz');
  assert.deepEqual((await listingOf(one)).entries, [{ path: '', size: 8, modifiedAt: null, folder: false, locked: false }]);
  assert.deepEqual([(await look(one, 0)).fileName, await textOf(one, 0)], ['日志.txt', 'one file']);
});

test('7z: listed and unpacked by its program, with names that mean something to it', async () => {
  const file = await uploads('s.7z');
  const listed = await paths(file);
  assert.deepEqual([...listed].sort(), ['d', 'd/[a]*.txt', 'd/子', 'd/子/文.txt']);
  assert.equal(await textOf(file, listed.indexOf('d/[a]*.txt')), 'star');
  assert.equal(await textOf(file, listed.indexOf('d/子/文.txt')), '七');
  await assert.rejects(look(file, listed.indexOf('d')), refused('IS_A_FOLDER'));
});

test('locked archives show their names where those are open; damaged ones and others by a wrong name say so', async () => {
  for (const name of ['locked.7z', 'locked.zip']) {
    const file = await uploads(name);
    const { entries } = await listingOf(file);
    const place = entries.findIndex(({ path }) => path.endsWith('文.txt'));
    assert.equal(entries[place]!.locked, true, name);
    await assert.rejects(look(file, place), refused('PREVIEW_ENCRYPTED'));
  }
  await assert.rejects(uploads('sealed.7z').then(listingOf), refused('PREVIEW_ENCRYPTED'));
  await assert.rejects(uploads('cut.zip').then(listingOf), refused('PREVIEW_CORRUPT'));
  await assert.rejects(
    uploads('gbk.zip', 'x.7z').then(async (file) => textOf(file, 9)),
    refused('FILE_NOT_FOUND'),
  ); // a ZIP by another name
  await assert.rejects(person.uploads('no archive at all', 'y.rar').then(listingOf), refused('PREVIEW_CORRUPT'));
  await assert.rejects(person.uploads(Buffer.alloc(700, 0x80), 'z.zip').then(listingOf), refused('PREVIEW_CORRUPT'));
  assert.deepEqual(company.troubles, []);
});

test('whoever may look but not download gets no entry as a file', async () => {
  const other = await company.person();
  const file = await uploads('plain.zip', '只看.zip');
  const fileSharingId = await shares(person, file.instanceId, [member(other, 'viewOnly')]);
  const asked = { instanceId: file.instanceId, entry: 0, fileSharingId };
  const preview = await other.call(calls.download.previewEntry, asked);
  assert.ok(preview.kind !== 'preparing');
  assert.equal(await (await fetch(preview.url)).text(), '第一份');
  await assert.rejects(other.call(calls.download.downloadEntry, asked), refused('NOT_ALLOWED'));
  await person.call(calls.innerSharing.remove, { fileSharingIds: [fileSharingId] });
  while ((await fetch(preview.url)).status !== 403) await wait(100); // the permission behind a link is checked once a second
});
