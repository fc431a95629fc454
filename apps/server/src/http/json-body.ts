/** The bodies of long answers. */

/**
 * A text of more than 128 KiB, where each unit has two bytes if there is one Chinese name in it, is kept apart by V8, which takes five times as long to make it.
 * So the items of a longer list are written one by one.
 */
const mostAtOnce = 20;

/** Answers are put together here and then copied, because to get room for the longest that they could be takes longer. */
const room = Buffer.allocUnsafeSlow(256 * 1024);

/** The pieces, one after the other. */
export function bytesOf(pieces: readonly (string | Buffer)[]): Buffer {
  // A unit of a string takes three bytes at most.
  const most = pieces.reduce((sum, piece) => sum + piece.length * (typeof piece === 'string' ? 3 : 1), 0);
  const into = most <= room.length ? room : Buffer.allocUnsafeSlow(most);
  let end = 0;
  for (const piece of pieces) end += typeof piece === 'string' ? into.write(piece, end) : piece.copy(into, end);
  return into === room ? Buffer.from(room.subarray(0, end)) : into.subarray(0, end);
}

/** A list, or a page with one, as pieces of JSON. Null: whatever else, or a short one. */
export function piecesOf(data: unknown): string[] | null {
  if (Array.isArray(data)) return data.length > mostAtOnce ? ['[', ...written(data), ']'] : null;
  if (typeof data !== 'object' || data === null || !('items' in data)) return null;
  const { items, ...page } = data;
  if (!Array.isArray(items) || items.length <= mostAtOnce) return null;
  const beginning = JSON.stringify(page).slice(1, -1);
  return [`{${beginning}${beginning && ','}"items":[`, ...written(items), ']}'];
}

const written = (items: readonly unknown[]): string[] => items.map((item, at) => (at > 0 ? ',' : '') + JSON.stringify(item));
