/** What visitors of a link get of a folder, by every way there is. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { calls } from '@alcove/contract';
import type { InstanceId, LinkInstance, Page, Preview } from '@alcove/contract';
import { unzip } from '../download/unzip.test-support.ts';
import type { VisitingClient } from '../links/visiting.test-support.ts';
import { madeBy } from '../renditions/rendition.test-support.ts';
import { hashOf } from '../testing/index.ts';
import type { Person } from '../testing/index.ts';

const { link, download } = calls;

/** A text, a picture, a PDF and a recording; each way of showing a file is used by one of them. */
export type Contents = Readonly<Record<string, Buffer<ArrayBuffer>>>;

export async function contentsOf(word: string, colour: string): Promise<Contents> {
  const picture = await sharp({ create: { width: 320, height: 200, channels: 3, background: colour } })
    .png()
    .toBuffer();
  const tone = `sine=frequency=${300 + word.length}:duration=1`;
  return {
    'a.txt': Buffer.from(`${word} text`),
    'b.png': Buffer.from(picture),
    'c.pdf': pdfOf(word),
    'd.wav': await madeBy('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', tone, 'output.wav'], 'output.wav'),
  };
}

function pdfOf(word: string): Buffer<ArrayBuffer> {
  const shown = `BT /F1 24 Tf 40 100 Td (${word}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${shown.length}>>stream\n${shown}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, n) => {
    const at = pdf.length;
    pdf += `${n + 1} 0 obj${object}endobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const at = pdf.length;
  pdf += `xref\n0 6\n0000000000 65535 f \n${offsets.join('')}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.from(pdf, 'latin1');
}

const get = async (url: string): Promise<Buffer | null> => {
  const answer = await fetch(url);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return answer.ok ? bytes : null;
};

/** The address of a preview, as soon as it is made; null if it is refused. */
async function looksAt(visitor: VisitingClient, instanceId: InstanceId): Promise<string | null> {
  for (;;) {
    const { errcode, data } = await visitor.ask<Preview>(download.preview, { instanceId });
    if (errcode !== 0) return null;
    if (data!.kind !== 'preparing') return data!.url;
    await sleep(150);
  }
}

async function thumbnailOf(visitor: VisitingClient, instanceId: InstanceId): Promise<string | null> {
  for (;;) {
    const one = (await visitor.call(download.thumbnails, { instanceIds: [instanceId] }))[instanceId];
    if (!one) return null;
    if ('url' in one) return one.url;
    await sleep(150);
  }
}

async function downloadOf(visitor: VisitingClient, instanceId: InstanceId): Promise<string | null> {
  const { errcode, data } = await visitor.ask<{ url: string }>(download.download, { instanceId });
  return errcode === 0 ? data!.url : null;
}

/** The visitors of a link that lets them download, and of one that lets them only look. */
export interface Visitors {
  takes: VisitingClient;
  looks: VisitingClient;
}

/** Addresses by what they are for: `download a.txt`. */
export type Addresses = Map<string, string>;

/** Everything that can be opened of a file. */
export async function addressesOf({ takes, looks }: Visitors, name: string, instanceId: InstanceId): Promise<Addresses> {
  const found = new Map<string, string | null>([
    [`download ${name}`, await downloadOf(takes, instanceId)],
    [`preview ${name}`, await looksAt(takes, instanceId)],
    [`rendition ${name}`, await looksAt(looks, instanceId)],
    ...(/png|pdf/.test(name) ? [[`thumbnail ${name}`, await thumbnailOf(looks, instanceId)] as const] : []),
  ]);
  return new Map([...found].filter((one): one is [string, string] => one[1] !== null));
}

/** Which of these addresses still give bytes. */
export async function served(addresses: Addresses): Promise<string[]> {
  const given = await Promise.all([...addresses].map(async ([way, url]) => ((await get(url)) === null ? [] : [way])));
  return given.flat().sort();
}

/** What a list shows of a folder. */
export const listed = ({ takes }: Visitors, parentId: InstanceId, keyword?: string, page = 1): Promise<Page<LinkInstance>> =>
  takes.call(link.queryInstancePage, {
    linkPath: takes.linkPath,
    parentId,
    pageSize: 100,
    page,
    ...(keyword !== undefined && { keyword }),
  });

export const zipOf = async ({ takes }: Visitors, instanceId: InstanceId): Promise<string> =>
  (await takes.call(link.queryFolderDownload, { linkPath: takes.linkPath, instanceIds: [instanceId] })).url;

/** The files in a ZIP, by path, with their hashes. */
export async function unzipped(url: string): Promise<Map<string, string>> {
  const bytes = await get(url);
  assert.ok(bytes, 'a ZIP');
  const folder = await mkdtemp(join(tmpdir(), 'alcove-zip-'));
  try {
    await writeFile(join(folder, 'a.zip'), bytes);
    const entries = await unzip(join(folder, 'a.zip'));
    return new Map(entries.filter(({ name }) => !name.endsWith('/')).map(({ name, sha256 }) => [name, sha256]));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Everything below a folder of one's own, by path, with the hashes of files. */
export async function treeOf(person: Person, folderId: InstanceId, path = ''): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const { items } = await person.call(calls.instance.page, { parentId: folderId, pageSize: 100 });
  for (const { instanceId, instanceName, classifierId } of items)
    if (classifierId === 'File') found.set(`${path}${instanceName}`, hashOf('sha256', await person.downloads(instanceId)));
    else for (const [below, hash] of await treeOf(person, instanceId, `${path}${instanceName}/`)) found.set(below, hash);
  return found;
}
