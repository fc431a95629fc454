/** A line of two texts: in both, or only in the earlier or the later one. */
export interface ComparedLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Beyond this many pairs of lines, everything between the common beginning and end counts as replaced. */
const mostPairs = 1_000_000;

/** The lines of two texts by their longest common sequence. Pure. */
export function compareLines(before: string, after: string): ComparedLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const line = (kind: ComparedLine['kind']) => (text: string) => ({ kind, text });
  return [
    ...old.slice(0, start).map(line('same')),
    ...between(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...old.slice(old.length - end).map(line('same')),
  ];
}

function between(old: readonly string[], now: readonly string[]): ComparedLine[] {
  const wide = now.length + 1;
  if (old.length * now.length > mostPairs)
    return [...old.map((text) => ({ kind: 'removed' as const, text })), ...now.map((text) => ({ kind: 'added' as const, text }))];
  // The length of the longest common sequence of what follows each pair of positions.
  const lengths = new Uint16Array((old.length + 1) * wide);
  const at = (i: number, j: number): number => lengths[i * wide + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      lengths[i * wide + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: ComparedLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [was, is] = [old[i], now[j]];
    if (was !== undefined && was === is) {
      lines.push({ kind: 'same', text: was });
      i += 1;
      j += 1;
    } else if (was !== undefined && (is === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'removed', text: was });
      i += 1;
    } else {
      lines.push({ kind: 'added', text: is! });
      j += 1;
    }
  }
  return lines;
}
