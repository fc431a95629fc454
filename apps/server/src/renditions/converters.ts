import type { Converter } from './converter.ts';
import { documentConverter } from './documents/document-converter.ts';
import { pictureConverter } from './pictures/picture-converter.ts';
import { thumbnailConverter } from './thumbnails/thumbnail-converter.ts';

/** Each makes its own kinds of rendition. */
export const converters: readonly Converter[] = [documentConverter, pictureConverter, thumbnailConverter];
