import type { Converter } from '../converter.ts';
import { drawSource } from './draw-source.ts';
import { headBytes, pictureKind } from './picture-kind.ts';

/** Beyond it nothing more is seen on any screen. */
const mostSide = 8192;

/** Pictures that browsers do not show, or that somebody may look at but not have, as WebP. */
export const pictureConverter: Converter = {
  name: 'pictures',
  kinds: ['picture'],
  atOnce: 2,
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
