import { writeFile } from 'node:fs/promises';
import type { Making } from '../converter.ts';
import { refusalOf } from '../refusal-of.ts';
import { decode } from './decode.ts';
import { draw } from './drawing.ts';
import type { Drawn, Order } from './drawing.ts';
import { pictureKind } from './picture-kind.ts';
import type { PictureKind } from './picture-kind.ts';

/** Small vector images are drawn larger than their stated size, because they scale. */
const drawingSide = 1536;

/** Draws a content that is an image of this format. */
export async function drawSource({ source, confinement }: Making, kind: PictureKind, order: Order): Promise<Drawn> {
  const decoded = await decode(confinement, kind, source);
  if (decoded === null) {
    const largest = Math.min(order.mostSide, drawingSide);
    return draw(confinement, source.writeTo, kind === 'drawing' ? { ...order, drawingSide: largest } : order);
  }
  if (decoded.kind !== 'done') return { kind: 'refused', reason: refusalOf(decoded) };
  const bytes = decoded.result;
  if (pictureKind(bytes) !== 'plain') return { kind: 'refused', reason: 'corrupt' };
  return draw(confinement, (path) => writeFile(path, bytes, { mode: 0o644 }), { ...order, upright: true });
}
