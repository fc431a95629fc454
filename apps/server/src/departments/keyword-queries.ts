import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { keysOfKeyword } from '../keyword-keys.ts';
import { beginsName, insideName } from '../search-text.ts';

/** Conditions on a `search_text`, in SQL. */
export interface ByKeyword {
  begins: RawBuilder<boolean>;
  inside: RawBuilder<boolean>;
  /** Wherever, inside a word too: for few rows, because no index serves one letter. */
  anywhere: RawBuilder<boolean>;
}

/**
 * From three letters on a keyword may begin anywhere; before, only at a character or a word, for an index knows nothing shorter. A
 * folded keyword has no wildcards: `foldText` spells them out.
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
