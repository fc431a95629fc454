import { encode } from 'uqr';

/** The dark squares of a QR code as the data of one SVG path: one unit a square, with the white border that scanners need. */
export function qrPath(text: string): { path: string; side: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { path: squares.join(''), side: size };
}
