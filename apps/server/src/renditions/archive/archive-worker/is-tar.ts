const blockBytes = 512;
export const tarHeadBytes = blockBytes;

/** Detects a tar by its first header, whose checksum nothing else matches. */
export function isTar(head: Buffer): boolean {
  if (head.length < blockBytes || head[0] === 0) return false;
  const [from, to] = [148, 156];
  const stated = Number.parseInt(head.toString('latin1', from, to).trim(), 8);
  // The checksum field itself counts as blanks.
  return head.subarray(0, blockBytes).reduce((sum, byte, at) => sum + (at >= from && at < to ? 0x20 : byte), 0) === stated;
}
