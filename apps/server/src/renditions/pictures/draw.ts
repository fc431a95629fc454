/**
 * Reads one image and writes it again, scaled down if it is larger than wanted. It runs as a confined process without network
 * (`drawing.ts`). Its arguments are the path of sharp and an `Order`; it prints the image's own size. It contains no TypeScript-only syntax
 * that would need compiling, so Node starts it a third faster.
 */
import { readFileSync } from 'node:fs';

/** Exit code for an image larger than the limit; 1 for one that cannot be read. */
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
  // A drawing given without a path cannot refer to files beside it.
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
