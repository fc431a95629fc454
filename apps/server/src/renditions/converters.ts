import type { Converter } from './converter.ts';

/** Each makes its own kinds of rendition. */
export const converters: readonly Converter[] = [];
