/** Code point ranges (from, to) of characters that take two columns in a monospace font. */
const wide = [
  [0x1100, 0x115f],
  [0x2e80, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
] as const;
const tab = 9;

/**
 * The columns a line takes in a monospace font, where Chinese characters take two and a tab up to four. One call may cover a million
 * characters.
 */
export function columnsOf(line: string): number {
  let columns = line.length;
  for (let at = 0; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    if (code === tab) columns += 3;
    else if (code >= wide[0][0] && wide.some(([from, to]) => code >= from && code <= to)) columns += 1;
  }
  return columns;
}
