/** What a request of an upload to the store does, according to its verb and address. */
export type UploadStep =
  | { kind: 'put' }
  | { kind: 'initiate' }
  | { kind: 'part'; uploadId: string; partNumber: number }
  | { kind: 'listParts'; uploadId: string; partNumberMarker: number }
  | { kind: 'merge'; uploadId: string }
  | { kind: 'abort'; uploadId: string };

/**
 * Parses verb and address into a step. Null if they are not a step of this upload: a different object, a part out of range, or a single put
 * for a file that is sent in parts. `/storage` before the bucket may be omitted.
 */
export function readStep(verb: string, resourceUri: string, of: { bucket: string; key: string; partCount: number }): UploadStep | null {
  const [path = '', search = ''] = resourceUri.split('?', 2);
  if (path.replace(/^\/storage\//, '/') !== `/${of.bucket}/${of.key}`) return null;
  const query = new URLSearchParams(search);
  const uploadId = query.get('uploadId');
  const partNumber = query.get('partNumber');
  if (uploadId !== null && !/^[\w.~-]{1,256}$/.test(uploadId)) return null;
  if (uploadId === null) {
    if (verb === 'PUT' && partNumber === null && !query.has('uploads')) return of.partCount === 1 ? { kind: 'put' } : null;
    return verb === 'POST' && query.has('uploads') ? { kind: 'initiate' } : null;
  }
  switch (verb) {
    case 'PUT': {
      const number = /^\d{1,5}$/.test(partNumber ?? '') ? Number(partNumber) : 0;
      return number >= 1 && number <= of.partCount ? { kind: 'part', uploadId, partNumber: number } : null;
    }
    case 'GET': {
      const marker = query.get('part-number-marker') ?? '0';
      return /^\d{1,5}$/.test(marker) ? { kind: 'listParts', uploadId, partNumberMarker: Number(marker) } : null;
    }
    case 'POST':
      return { kind: 'merge', uploadId };
    case 'DELETE':
      return { kind: 'abort', uploadId };
    default:
      return null;
  }
}
