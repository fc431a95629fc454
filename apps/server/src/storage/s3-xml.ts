/** The five documents of the S3 protocol that the storage host sends. They are few enough to be written by hand. */
import type { StoredPart } from './object-store.ts';

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
