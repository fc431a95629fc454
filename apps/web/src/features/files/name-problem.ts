import { failureText, foldName, limits, nameFault, nameLength, type Language } from '@alcove/contract';

interface Wanted {
  name: string;
  /** The name before; missing for a new folder. */
  before?: string | undefined;
  /** The other names that are shown; the server judges those of other pages. */
  others: readonly string[];
  language: Language;
  taken: string;
}

/** What is wrong with a name while it is typed, or null. An unchanged name is no fault: it changes nothing. */
export function nameProblem({ name, before, others, language, taken }: Wanted): string | null {
  if (name === before) return null;
  const most = before === undefined ? limits.nameLength : limits.renameLength;
  const fault = nameFault(name, most);
  if (fault) return failureText(fault, language, { limit: most });
  const key = foldName(name);
  if (others.some((other) => other !== before && foldName(other) === key)) return taken;
  return null;
}

/** A name and how far it may still grow: `12 / 30`. */
export const nameCount = (name: string, renaming: boolean): string =>
  `${nameLength(name)} / ${renaming ? limits.renameLength : limits.nameLength}`;

/** The first of `新建文件夹`, `新建文件夹 (1)` … that is not shown yet. */
export function freeName(wanted: string, others: readonly string[]): string {
  const taken = new Set(others.map(foldName));
  if (!taken.has(foldName(wanted))) return wanted;
  for (let n = 1; ; n += 1) {
    const name = `${wanted} (${n})`;
    if (!taken.has(foldName(name))) return name;
  }
}
