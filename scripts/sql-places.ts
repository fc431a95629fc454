/** Where the server may contain SQL. Pure, so that it can be tested on made-up files. */

/** The base of all statements: connections, units of work, migrations, and fragments that several domains need. */
const ground = 'database';

/** Kysely's tag and its helpers, and its builders. */
const statement =
  /\bsql(?:<(?:[^`<>]|<[^<>]*>)*>)?\s*`|\bsql\.\w+[<(]|\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(/;

function isJudged(path: string): boolean {
  const folder = /^apps\/server\/src\/([^/]+)(\/|$)/.exec(path)?.[1];
  if (folder === undefined || folder === ground) return false;
  return !/-queries\.ts$|\.(test|suite|test-support)\.ts$|\/testing(\/|\.ts$)/.test(path);
}

/** One line per file that contains SQL and is not named `<word>-queries.ts`. Comments do not count. */
export function misplacedSql(path: string, source: string): string[] {
  if (!isJudged(path)) return [];
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
  const found = statement.exec(code);
  return found ? [`${path}: SQL stands in files called <word>-queries.ts (${found[0].trim()})`] : [];
}
