import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { keysOfKeyword } from '../keyword-keys.ts';
import { beginsName, insideName } from '../search-text.ts';

/** SQL conditions on a `search_text`. */
export interface ByKeyword {
  begins: RawBuilder<boolean>;
  inside: RawBuilder<boolean>;
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
  const having = (marked: (key: string) => string): RawBuilder<boolean> => {
    const some = sql.join(
      keys.map((key) => like(marked(key))),
      sql` or `,
    );
    return sql`(${sql.join([sql`(${some})`, ...written.map(like)], sql` and `)})`;
  };
  return {
    begins: having((key) => beginsName + key),
    inside: having((key) => ([...key].length < 3 ? insideName : '') + key),
    anywhere: having((key) => key),
  };
}
