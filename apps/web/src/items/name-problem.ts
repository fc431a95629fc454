import { failureText, foldName, limits, nameFault, nameLength, renameFault, type Language } from '@alcove/contract';

interface Wanted {
  name: string;
  /** The name before the change and the maximum length in characters; missing for a new folder. */
  renaming?: { before: string; isFile: boolean; most: number } | undefined;
  /** The other visible names; the server checks those on other pages. */
  others: readonly string[];
  language: Language;
  taken: string;
}

/** What is wrong with a name while it is typed, or null. An unchanged name is valid: saving it changes nothing. */
export function nameProblem({ name, renaming, others, language, taken }: Wanted): string | null {
  const before = renaming?.before;
  if (name === before) return null;
  const fault = renaming ? renameFault(name, renaming.isFile, renaming.most) : nameFault(name);
  if (fault) return failureText(fault, language, { limit: renaming?.most ?? limits.nameLength });
  const key = foldName(name);
  if (others.some((other) => other !== before && foldName(other) === key)) return taken;
  return null;
}

/** The name's length and its maximum: `12 / 128`. */
export const nameCount = (name: string): string => `${nameLength(name)} / ${limits.nameLength}`;

/** The first of `新建文件夹`, `新建文件夹 (1)` … that no visible item has. */
export function freeName(wanted: string, others: readonly string[]): string {
  const taken = new Set(others.map(foldName));
  if (!taken.has(foldName(wanted))) return wanted;
  for (let n = 1; ; n += 1) {
    const name = `${wanted} (${n})`;
    if (!taken.has(foldName(name))) return name;
  }
}
