/** The few S3 documents that an upload reads and writes. Their shape is flat and fixed, so no XML library is needed. */

export interface ListedPart {
  partNumber: number;
  etag: string;
  size: number;
}
export interface ListedParts {
  parts: ListedPart[];
  /** The marker of the next page; null on the last one. */
  nextMarker: number | null;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescape = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return entities[name] ?? whole;
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex ?? '0', 16) : Number(decimal));
  });
const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);

/** The text of the first element with that name, with or without a namespace prefix; null without one. */
function textOf(xml: string, name: string): string | null {
  const found = new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>([^<]*)</`).exec(xml);
  return found ? unescape((found[1] ?? '').trim()) : null;
}

/** The upload id of an InitiateMultipartUploadResult, or null. */
export const parseInitiated = (xml: string): string | null => textOf(xml, 'UploadId') || null;

/** The code of an `<Error>` document, even with status 200; null for other documents. */
export const errorCodeOf = (xml: string): string | null => (/<(?:\w+:)?Error[\s>]/.test(xml) ? textOf(xml, 'Code') : null);

/** Null when the text is not a ListPartsResult. Parts without a valid number or size are skipped, and so sent again. */
export function parseListedParts(xml: string): ListedParts | null {
  if (!/<(?:\w+:)?ListPartsResult[\s>]/.test(xml)) return null;
  const parts: ListedPart[] = [];
  for (const [block] of xml.matchAll(/<(?:\w+:)?Part>[\s\S]*?<\/(?:\w+:)?Part>/g)) {
    const partNumber = Number(textOf(block, 'PartNumber') ?? Number.NaN);
    const size = Number(textOf(block, 'Size') ?? Number.NaN);
    const etag = textOf(block, 'ETag');
    if (Number.isInteger(partNumber) && Number.isInteger(size) && etag) parts.push({ partNumber, etag, size });
  }
  const marker = Number(textOf(xml, 'NextPartNumberMarker') ?? Number.NaN);
  const more = textOf(xml, 'IsTruncated') === 'true' && Number.isInteger(marker);
  return { parts, nextMarker: more ? marker : null };
}

/** The body of a merge: the parts, sorted by number. */
export function buildCompleteMultipart(parts: readonly { partNumber: number; etag: string }[]): string {
  const lines = [...parts]
    .sort((a, b) => a.partNumber - b.partNumber)
    .map(({ partNumber, etag }) => `<Part><PartNumber>${partNumber}</PartNumber><ETag>${escape(etag)}</ETag></Part>`);
  return `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${lines.join('')}</CompleteMultipartUpload>`;
}
