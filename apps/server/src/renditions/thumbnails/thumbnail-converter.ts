import { isPdf } from '../documents/document-kind.ts';
import type { Converted, Converter, Making } from '../converter.ts';
import { drawSource } from '../pictures/draw-source.ts';
import { headBytes, pictureKind } from '../pictures/picture-kind.ts';
import { refusalOf } from '../refusal-of.ts';
import type { Outcome } from '../../sandbox/index.ts';
import { filmFrame, isFilm } from './film-frame.ts';
import { firstPage } from './first-page.ts';

/** Pixels of the longest side. Cards are at most 230 wide. */
const mostSide = 256;

/**
 * Thumbnails of images, of the first page of PDFs and documents, and of videos. Each is made in a process of its own: one process for many
 * would be twice as fast, but an image that exploits it could then read other people's.
 */
export const thumbnailConverter: Converter = {
  name: 'thumbnails',
  kinds: ['thumbnail'],
  atOnce: 2,
  isWaitedFor: false,
  programs: ['pdftoppm', 'ffmpeg'],
  async convert(making) {
    const { source, confinement } = making;
    const head = await source.head(headBytes);
    const picture = pictureKind(head);
    if (picture !== null) {
      const drawn = await drawSource(making, picture, { mostSide, quality: 75 });
      if (drawn.kind === 'refused') return drawn;
      await making.keep(drawn.picture, 'image/webp');
      return { kind: 'made' };
    }
    if (isFilm(head)) return kept(making, await filmFrame(confinement, source, mostSide), 'image/webp');
    const pages = isPdf(head) ? source : await making.made('document');
    if (pages === null) return { kind: 'refused', reason: 'unsupported' };
    return kept(making, await firstPage(confinement, pages, mostSide), 'image/jpeg');
  },
};

async function kept(making: Making, outcome: Outcome<Buffer>, contentType: string): Promise<Converted> {
  if (outcome.kind !== 'done') return { kind: 'refused', reason: refusalOf(outcome) };
  if (outcome.result.length === 0) return { kind: 'refused', reason: 'corrupt' };
  await making.keep(outcome.result, contentType);
  return { kind: 'made' };
}
