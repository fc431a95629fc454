/** Who may write to which core table: pure, so that it can be tested on invented files. Everybody reads. */

/** The server's folder that alone changes, inserts, deletes and locks a table's rows. */
export const tableOwners: Record<string, string> = { space: 'spaces' };

const isJudged = (path: string): boolean =>
  path.startsWith('apps/server/src/') && !/\.(test|suite|test-support)\.ts$|\/testing(\/|\.ts$)|\/database\/migrations\//.test(path);

/** One line for each statement that stands in a foreign folder. Comments do not count. */
export function foreignWrites(path: string, source: string): string[] {
  if (!isJudged(path)) return [];
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return Object.entries(tableOwners)
    .filter(([table, owner]) => !path.startsWith(`apps/server/src/${owner}/`) && writes(table).test(code))
    .map(([table, owner]) => `${path}: only ${owner} writes to the table ${table}`);
}

const writes = (table: string): RegExp =>
  new RegExp(
    String.raw`\b(update|insert\s+into|delete\s+from)\s+${table}\b|\b(updateTable|insertInto|deleteFrom)\(\s*'${table}\b|\bfrom\s+${table}\b[^;\`]*\bfor\s+(no\s+key\s+)?update\b`,
  );
