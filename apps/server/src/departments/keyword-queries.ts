import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { keysOfKeyword } from '../keyword-keys.ts';
import { beginsName, insideName } from '../search-text.ts';

/** SQL conditions on a `search_text`. */
export interface ByKeyword {
  begins: RawBuilder<boolean>;
  inside: RawBuilder<boolean>;
  /** Either of them, in fewer steps. */
  either: RawBuilder<boolean>;
  /** Matches anywhere, also inside a word. Use it only for few rows, because no index finds a single letter. */
  anywhere: RawBuilder<boolean>;
}

/**
 * A keyword of three letters or more matches anywhere in a name. A shorter one matches only where a character or word begins, because the
 * index finds nothing shorter. A folded keyword contains no wildcards: `foldText` spells them with letters.
 */
export async function byKeyword(keyword: string, searchText: RawBuilder<unknown>): Promise<ByKeyword> {
  const { keys, written } = await keysOfKeyword(keyword);
  const like = (part: string): RawBuilder<boolean> => sql`${searchText} like ${`%${part}%`}`;
  const having = (...marked: ((key: string) => string)[]): RawBuilder<boolean> => {
    const parts = new Set(keys.flatMap((key) => marked.map((mark) => mark(key))));
    const some = sql.join([...parts].map(like), sql` or `);
    return sql`(${sql.join([sql`(${some})`, ...written.map(like)], sql` and `)})`;
  };
  const isShort = (key: string): boolean => [...key].length < 3;
  const begins = (key: string): string => beginsName + key;
  const inside = (key: string): string => (isShort(key) ? insideName : '') + key;
  return {
    begins: having(begins),
    inside: having(inside),
    // A long keyword inside a name is also found where the name begins with it.
    either: having((key) => (isShort(key) ? begins(key) : inside(key)), inside),
    anywhere: having((key) => key),
  };
}
