import { tokensOf } from './tokens.ts';

/** A coloured line beyond this would be more elements than a page can carry: data on one line, hardly ever read. */
export const mostColoured = 5000;

/** One line of source in its colours. */
export function Coloured({ line }: { line: string }) {
  return tokensOf(line).map(({ text, kind }, at) => {
    if (kind === '') return text;
    return (
      <span key={at} data-token={kind}>
        {text}
      </span>
    );
  });
}
