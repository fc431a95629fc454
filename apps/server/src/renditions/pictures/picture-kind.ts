/** Detects an image's format by its first bytes, because its name may be wrong. */
export type PictureKind = 'plain' | 'drawing' | 'heif' | 'bmp' | 'ico';

/** Bytes that are enough to detect the format. In an SVG, comments may precede the first element. */
export const headBytes = 4096;

const startsWith = (head: Buffer, ...bytes: number[]): boolean => bytes.every((byte, at) => head[at] === byte);
const textAt = (head: Buffer, at: number, length: number): string => head.toString('latin1', at, at + length);

const heifBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

/** Null: not an image format that we know. */
export function pictureKind(head: Buffer): PictureKind | null {
  if (startsWith(head, 0xff, 0xd8, 0xff)) return 'plain';
  if (startsWith(head, 0x89, 0x50, 0x4e, 0x47)) return 'plain';
  if (textAt(head, 0, 4) === 'GIF8') return 'plain';
  if (textAt(head, 0, 4) === 'RIFF' && textAt(head, 8, 4) === 'WEBP') return 'plain';
  if (startsWith(head, 0x49, 0x49, 0x2a, 0) || startsWith(head, 0x49, 0x49, 0x2b, 0)) return 'plain';
  if (startsWith(head, 0x4d, 0x4d, 0, 0x2a) || startsWith(head, 0x4d, 0x4d, 0, 0x2b)) return 'plain';
  if (textAt(head, 4, 4) === 'ftyp') return kindOfBrands(head);
  if (textAt(head, 0, 2) === 'BM') return 'bmp';
  if (startsWith(head, 0, 0, 1, 0)) return 'ico';
  return /^\s*<(\?xml|!|svg)/.test(head.toString('utf8')) && /<svg[\s>]/.test(head.toString('utf8')) ? 'drawing' : null;
}

/** AVIF and HEIC share a container. A file that claims to be either is read by the decoder that reads both. */
function kindOfBrands(head: Buffer): PictureKind | null {
  const brands: string[] = [textAt(head, 8, 4)];
  const end = Math.min(head.length, head.readUInt32BE(0), 128);
  for (let at = 16; at + 4 <= end; at += 4) brands.push(textAt(head, at, 4));
  if (brands.includes('avif') || brands.includes('avis')) return 'plain';
  return heifBrands.includes(brands[0]!) ? 'heif' : null;
}
