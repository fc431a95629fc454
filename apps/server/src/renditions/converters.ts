import { archiveConverter } from './archive/archive-converter.ts';
import type { Converter, RenditionKind } from './converter.ts';
import { documentConverter } from './documents/document-converter.ts';
import { audioConverter, videoConverter } from './media/media-converter.ts';
import { pictureConverter } from './pictures/picture-converter.ts';
import { textConverter } from './texts/text-converter.ts';
import { thumbnailConverter } from './thumbnails/thumbnail-converter.ts';

/** Each makes its own kinds of rendition. */
export const converters: readonly Converter[] = [
  documentConverter,
  pictureConverter,
  textConverter,
  thumbnailConverter,
  archiveConverter(converterOf),
  videoConverter,
  audioConverter,
];

/** Programs without which they make less. */
export const renditionPrograms: readonly string[] = converters.flatMap(({ programs = [] }) => programs);

export function converterOf(kind: RenditionKind): Converter | undefined {
  return converters.find(({ kinds }) => kinds.includes(kind.split(':', 1)[0]!));
}
