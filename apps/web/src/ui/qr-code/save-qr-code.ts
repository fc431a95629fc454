import { qrPath } from './qr-path.ts';

const pixels = 1024;

/** Saves a QR code as a PNG that is large enough to print. */
export async function saveQrCode(text: string, name: string): Promise<void> {
  const { path, side } = qrPath(text);
  const canvas = Object.assign(document.createElement('canvas'), { width: pixels, height: pixels });
  const drawing = canvas.getContext('2d');
  if (!drawing) return;
  drawing.fillStyle = '#fff';
  drawing.fillRect(0, 0, pixels, pixels);
  drawing.scale(pixels / side, pixels / side);
  drawing.fillStyle = '#101c1f';
  const squares = new Path2D(path);
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas fills a shape, not an array
  drawing.fill(squares);
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!picture) return;
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(picture), download: `${name}.png` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
