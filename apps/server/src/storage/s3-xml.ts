/** The few documents of the S3 protocol that the storage host speaks. Written by hand: five answers and one request. */
import type { StoredPart } from './object-store.ts';
import { StorageError } from './storage-error.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character]!).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '');
const element = (name: string, text: string | number | boolean) => `<${name}>${escaped(String(text))}</${name}>`;

export const errorXml = (code: string, message: string, requestId: string) =>
  `${HEAD}<Error>${element('Code', code)}${element('Message', message)}${element('RequestId', requestId)}</Error>`;

export const initiatedXml = (bucket: string, key: string, uploadId: string) =>
  `${HEAD}<InitiateMultipartUploadResult ${NAMESPACE}>${element('Bucket', bucket)}${element('Key', key)}${element('UploadId', uploadId)}</InitiateMultipartUploadResult>`;

export const mergedXml = (bucket: string, key: string, etag: string) =>
  `${HEAD}<CompleteMultipartUploadResult ${NAMESPACE}>${element('Bucket', bucket)}${element('Key', key)}${element('ETag', etag)}</CompleteMultipartUploadResult>`;

export interface PartsPage {
  bucket: string;
  key: string;
  uploadId: string;
  marker: number;
  maxParts: number;
}

/** One page of the parts after the marker. */
export function partsXml(all: readonly StoredPart[], { bucket, key, uploadId, marker, maxParts }: PartsPage): string {
  const after = all.filter(({ partNumber }) => partNumber > marker);
  const page = after.slice(0, maxParts);
  const parts = page.map(
    (part) => `<Part>${element('PartNumber', part.partNumber)}${element('ETag', part.etag)}${element('Size', part.size)}</Part>`,
  );
  return `${HEAD}<ListPartsResult ${NAMESPACE}>${element('Bucket', bucket)}${element('Key', key)}${element('UploadId', uploadId)}${element(
    'PartNumberMarker',
    marker,
  )}${element('NextPartNumberMarker', page.at(-1)?.partNumber ?? marker)}${element('MaxParts', maxParts)}${element(
    'IsTruncated',
    page.length < after.length,
  )}${parts.join('')}</ListPartsResult>`;
}

const NAMED: Record<string, string> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>', '#34': '"', '#39': "'" };
const unescaped = (text: string) => text.replace(/&(#?\w{2,4});/g, (whole, name: string) => NAMED[name] ?? whole);

/** The parts that a CompleteMultipartUpload names. Declarations and entities of its own are refused unread. */
export function parseMerge(xml: string): { partNumber: number; etag: string }[] {
  const malformed = () => new StorageError('MalformedXML', 'The list of parts is not understood.');
  if (xml.includes('<!')) throw malformed();
  const inner = /^\s*(?:<\?xml[^>]*\?>)?\s*<CompleteMultipartUpload(?:\s[^>]*)?>([^]*)<\/CompleteMultipartUpload>\s*$/.exec(xml)?.[1];
  if (inner === undefined) throw malformed();
  const parts: { partNumber: number; etag: string }[] = [];
  let read = 0;
  for (const found of inner.matchAll(/<Part>([^]*?)<\/Part>/g)) {
    const partNumber = /<PartNumber>\s*(\d{1,5})\s*<\/PartNumber>/.exec(found[1]!)?.[1];
    const etag = /<ETag>\s*([^<]{1,200}?)\s*<\/ETag>/.exec(found[1]!)?.[1];
    if (partNumber === undefined || etag === undefined || inner.slice(read, found.index).trim() !== '') throw malformed();
    read = found.index + found[0].length;
    if (parts.length > 0 && Number(partNumber) <= parts.at(-1)!.partNumber)
      throw new StorageError('InvalidPartOrder', 'Parts must be named in ascending order.');
    parts.push({ partNumber: Number(partNumber), etag: unescaped(etag) });
  }
  if (parts.length === 0 || inner.slice(read).trim() !== '') throw malformed();
  return parts;
}
