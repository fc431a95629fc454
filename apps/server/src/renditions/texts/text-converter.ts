import { decodeText } from '@alcove/contract';
import type { Converter } from '../converter.ts';

const MiB = 2 ** 20;
/** More than the page shows, so that it sees that there is more. A page of HTML carries its pictures inside. */
const most = { text: MiB + 4096, page: 8 * MiB + 4096 };

/**
 * The beginning of a text for those who may look at it but not have it: its characters in UTF-8, and not the file. No program reads it:
 * characters have no parser that a file could be made for.
 */
export const textConverter: Converter = {
  name: 'texts',
  kinds: ['text', 'page'],
  atOnce: 2,
  async convert({ kind, source, keep }) {
    const bytes = await source.head(most[kind === 'page' ? 'page' : 'text']);
    const { text } = decodeText(bytes, bytes.length < source.size);
    await keep(Buffer.from(text), 'text/plain; charset=utf-8');
    return { kind: 'made' };
  },
};
