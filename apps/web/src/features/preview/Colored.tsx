import { tokensOf } from './tokens.ts';

/** Longer lines stay plain: highlighting them would create more elements than a page can carry. */
export const mostColored = 5000;

/** One line of highlighted source code. */
export function Colored({ line }: { line: string }) {
  return tokensOf(line).map(({ text, kind }, at) => {
    if (kind === '') return text;
    return (
      <span key={at} data-token={kind}>
        {text}
      </span>
    );
  });
}
