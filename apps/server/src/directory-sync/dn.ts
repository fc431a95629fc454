/** The parts of a distinguished name, from the entry up, so that two spellings of one place are equal (RFC 4514). */
export function partsOf(dn: string): string[] {
  const parts: string[] = [];
  let [part, isEscaped] = ['', false];
  for (const letter of dn) {
    if (letter === ',' && !isEscaped) {
      parts.push(part.trim().toLowerCase());
      part = '';
    } else part += letter;
    isEscaped = letter === '\\' && !isEscaped;
  }
  return [...parts, part.trim().toLowerCase()];
}

/** The nearest place above that has an entry in the map, or null. */
export function nearestAbove(dn: string, entries: ReadonlyMap<string, string>): string | null {
  for (let above = partsOf(dn).slice(1); above.length > 0; above = above.slice(1)) {
    const found = entries.get(above.join(','));
    if (found !== undefined) return found;
  }
  return null;
}
