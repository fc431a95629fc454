/** Checks that no file or folder is named with a word that docs/glossary.md calls old. Pure, so that it can be tested on made-up names. */

/** `old` is the name of a folder, or of a file without its extension; a `*` at its end matches anything. */
export interface OldWord {
  old: string;
  now: string;
}

/** The rows of the table under `## Old words`. */
export function oldWordsOf(glossary: string): OldWord[] {
  const section = glossary.split(/^## /m).find((one) => one.startsWith('Old words')) ?? '';
  return [...section.matchAll(/^\| `([^`]+)` \| `([^`]+)` \|/gm)].map(([, old, now]) => ({ old: old!, now: now! }));
}

/** One line per old word in a path of the sources. */
export function oldNames(path: string, words: readonly OldWord[]): string[] {
  const names = path.split('/').map((name) => name.replace(/\..*$/, ''));
  return words
    .filter(({ old }) => names.some((name) => (old.endsWith('*') ? name.startsWith(old.slice(0, -1)) : name === old)))
    .map(({ old, now }) => `${path}: ${old} is an old word for ${now}`);
}
