/** File contents that refer to files of the machine, so that the programs that open them might read those. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { BlobId } from '@alcove/contract';
import sharp from 'sharp';
import { openConfinement } from '../sandbox/index.ts';
import type { Source } from './converter.ts';
import { documentAsPdf } from './documents/as-pdf.ts';
import { filmFrame, isFilm } from './thumbnails/film-frame.ts';

const confinement = openConfinement({ atOnce: 1 });
let folder: string;
let picture: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alcove-machine-'));
  picture = pathToFileURL(join(folder, 'secret.png')).href;
  const image = sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } });
  await writeFile(join(folder, 'secret.png'), await image.png().toBuffer(), { mode: 0o644 });
});
after(async () => {
  await confinement.stop();
  await rm(folder, { recursive: true });
});

const sourceOf = (text: string): Source => {
  const bytes = Buffer.from(text);
  return {
    blobId: 'test' as BlobId,
    size: bytes.length,
    head: async (length) => bytes.subarray(0, length),
    read: async ({ start, end } = { start: 0, end: bytes.length - 1 }) => Readable.from([bytes.subarray(start, end + 1)]),
    writeTo: (path) => writeFile(path, bytes, { mode: 0o644 }),
  };
};

test('a list of addresses that begins like a film is refused as what it is, and its addresses are not read', async () => {
  const list = `<!--free--><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT5S" profiles="urn:mpeg:dash:profile:isoff-main:2011"><Period><AdaptationSet mimeType="video/mp4"><Representation id="0" bandwidth="1"><BaseURL>${picture}</BaseURL><SegmentBase/></Representation></AdaptationSet></Period></MPD>`;
  assert.ok(isFilm(Buffer.from(list)));
  const outcome = await filmFrame(confinement, sourceOf(list), 256);
  assert.equal(outcome.kind, 'failed');
  assert.match((outcome as { message: string }).message, /whitelist/);
});

test('a document that links to a picture of the machine is shown without it', async () => {
  const letter = `{\\rtf1 Letter {\\field{\\*\\fldinst INCLUDEPICTURE "${picture}" \\\\d}{\\fldrslt }}}`;
  const made = await documentAsPdf({ source: sourceOf(letter), confinement });
  assert.ok('pdf' in made, JSON.stringify(made));
  assert.doesNotMatch(made.pdf.toString('latin1'), /\/Subtype\s*\/Image/);
});
