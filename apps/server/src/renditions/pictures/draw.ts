/**
 * Reads one picture and writes it anew, smaller where it is larger than wanted. It runs by itself, within limits, as nobody and
 * without network (`drawing.ts`); arguments: where sharp is, and an `Order`. It answers the picture's own size. Nothing in it is
 * TypeScript's alone: Node starts it as it stands, which is a third quicker.
 */
import { readFileSync } from 'node:fs';

/** What it ends with when the picture is larger than may be read; 1 for one that cannot be read. */
const tooLarge = 65;
const mostPixels = 2 ** 28;
const nominalDensity = 72;

const [, , sharpAt = '', text = ''] = process.argv;
const { input: path, output, mostSide, quality, drawingSide, moving, upright } = JSON.parse(text);
const { default: sharp } = await import(sharpAt);
sharp.concurrency(1);
sharp.cache(false);

const safely = { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true };

try {
  // A drawing that comes without a path has nothing beside it that it could name.
  const input = drawingSide === undefined ? path : readFileSync(path);
  const { width, height, pages = 1, orientation = 1 } = await sharp(input, safely).metadata();
  const isTurned = !upright && orientation >= 5;
  const animated = moving === true && pages > 1 && width * height * pages <= mostPixels / 4;
  const density = Math.min(20_000, Math.max(1, (nominalDensity * drawingSide) / Math.max(width, height)));
  const picture = sharp(input, drawingSide === undefined ? { ...safely, animated } : { ...safely, density });
  if (!upright && !animated) picture.autoOrient();
  await picture.resize(mostSide, mostSide, { fit: 'inside', withoutEnlargement: true }).webp({ quality, effort: 2 }).toFile(output);
  process.stdout.write(JSON.stringify(isTurned ? { width: height, height: width } : { width, height }));
} catch (error) {
  process.stderr.write(String(error));
  process.exitCode = String(error).includes('pixel limit') ? tooLarge : 1;
}
