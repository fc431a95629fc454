import type { RawEntry, RawListing } from './order.ts';

/** Parses the output of `7z l -slt -ba`: a block of lines per entry, which begins with its path. */
export function parseListing(text: string, most: number): RawListing {
  const entries: RawEntry[] = [];
  let more = 0;
  for (const block of text.split(/\r?\n\r?\n(?=Path = )/)) {
    const fields = fieldsOf(block);
    const name = fields.get('Path');
    if (name === undefined) continue;
    if (entries.length >= most) more += 1;
    else
      entries.push({
        name,
        size: wholeOf(fields.get('Size')),
        modifiedAt: timeOf(fields.get('Modified')),
        folder: fields.get('Folder') === '+' || (fields.get('Attributes') ?? '').startsWith('D'),
        locked: fields.get('Encrypted') === '+',
      });
  }
  return { entries, more };
}

/** The first value of each field counts: a name with line breaks cannot override the fields above it. */
function fieldsOf(block: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of block.split(/\r?\n/)) {
    const [, key, value] = /^(\w[\w ]*) = (.*)$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined && !fields.has(key)) fields.set(key, value);
  }
  return fields;
}

const wholeOf = (text: string | undefined): number | null => (text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null);

/** `7z` prints times in its local time zone. None is set for it, so they are UTC. */
function timeOf(text: string | undefined): string | null {
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/.exec(text ?? '') ?? [];
  const found = `${day}T${time}Z`;
  return Number.isNaN(Date.parse(found)) ? null : found;
}
