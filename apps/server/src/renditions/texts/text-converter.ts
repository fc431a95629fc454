import { decodeText } from '@alcove/contract';
import type { Converter } from '../converter.ts';

const MiB = 2 ** 20;
/** More than the page shows, so that the page knows that there is more. An HTML page may contain its images inline. */
const most = { text: MiB + 4096, page: 8 * MiB + 4096 };

/**
 * The beginning of a text, for callers who may preview but not download it: its characters in UTF-8 instead of the file. It needs no
 * external program, because decoding characters is no parser that a file could attack.
 */
export const textConverter: Converter = {
  name: 'texts',
  kinds: ['text', 'page'],
  atOnce: 2,
  isWaitedFor: true,
  async convert({ kind, source, keep }) {
    const bytes = await source.head(most[kind === 'page' ? 'page' : 'text']);
    const { text } = decodeText(bytes, bytes.length < source.size);
    await keep(Buffer.from(text), 'text/plain; charset=utf-8');
    return { kind: 'made' };
  },
};
