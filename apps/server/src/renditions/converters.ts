import { archiveConverter } from './archive/archive-converter.ts';
import type { Converter, RenditionKind } from './converter.ts';
import { audioConverter, videoConverter } from './media/media-converter.ts';

/** Each makes its own kinds of rendition. */
export const converters: readonly Converter[] = [archiveConverter(converterOf), videoConverter, audioConverter];

export function converterOf(kind: RenditionKind): Converter | undefined {
  return converters.find(({ kinds }) => kinds.includes(kind.split(':', 1)[0]!));
}
