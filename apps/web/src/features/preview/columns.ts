/** From, to: what takes two columns in a fixed-width face. */
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

/** How many columns a line takes in a fixed-width face, where Chinese characters take two and a tab up to four. Asked of a million characters at once. */
export function columnsOf(line: string): number {
  let columns = line.length;
  for (let at = 0; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    if (code === tab) columns += 3;
    else if (code >= wide[0][0] && wide.some(([from, to]) => code >= from && code <= to)) columns += 1;
  }
  return columns;
}
