/**
 * Extracts names from pasted text: one per line, or separated as mail programs and spreadsheets do. Of `Lin Ruoxi <lin@example.com>` it
 * takes the address. Duplicates are removed.
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
