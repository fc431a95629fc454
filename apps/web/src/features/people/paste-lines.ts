/**
 * The names in pasted text: one a line, or separated as mail programs and tables do it. Of `Lin Ruoxi <lin@example.com>` the
 * address counts. A name that comes twice is asked for once.
 */
export function pasteLines(text: string): string[] {
  const names = text
    .split(/[\r\n;；,，、\t]+/u)
    .map((line) => addressIn(line) ?? line.trim())
    .filter((name) => name !== '');
  return [...new Set(names)];
}

/** The first address in angle brackets. */
const addressIn = (line: string): string | undefined =>
  [...line.matchAll(/<([^<>]*)>/g)].map(([, inside = '']) => inside.trim()).find((inside) => /.@./u.test(inside) && !/\s/.test(inside));
