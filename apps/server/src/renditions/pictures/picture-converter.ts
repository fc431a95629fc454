import type { Converter } from '../converter.ts';
import { drawSource } from './draw-source.ts';
import { headBytes, pictureKind } from './picture-kind.ts';

/** Screens do not show more detail than this. */
const mostSide = 8192;

/** WebP versions of images that browsers cannot show, or that the caller may preview but not download. */
export const pictureConverter: Converter = {
  name: 'pictures',
  kinds: ['picture'],
  atOnce: 2,
  isWaitedFor: true,
  programs: ['heif-convert', 'ffmpeg'],
  async convert(making) {
    const kind = pictureKind(await making.source.head(headBytes));
    if (kind === null) return { kind: 'refused', reason: 'corrupt' };
    const drawn = await drawSource(making, kind, { mostSide, quality: 85, moving: true });
    if (drawn.kind === 'refused') return drawn;
    await making.keep(drawn.picture, 'image/webp', drawn.pixels);
    return { kind: 'made' };
  },
};
