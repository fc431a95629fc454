/**
 * The names in pasted text: one a line, or separated as mail programs and tables do it. Of `Lin Ruoxi <lin@example.com>` the
 * address counts. A name that comes twice is asked for once.
 */
export function pasteLines(text: string): string[] {
  const names = text
    .split(/[\r\n;；,，、\t]+/u)
    .map((line) => (/<\s*([^<>\s]+@[^<>\s]+)\s*>/.exec(line)?.[1] ?? line).trim())
    .filter((name) => name !== '');
  return [...new Set(names)];
}
