/** Which folder may write to which core table. Pure, so that it can be tested on made-up files. Every folder may read. */

/** What a statement does to a table's rows. A lock is any `for update`, `for share` and so on. */
export type Write = 'insert' | 'update' | 'delete' | 'lock';

interface Owner {
  table: string;
  /** The only server folder that may contain these statements. */
  folder: string;
  statements: readonly Write[];
}

const every: readonly Write[] = ['insert', 'update', 'delete', 'lock'];

/**
 * - `space`: its quota and its locks, and the order in which spaces are locked, belong to `spaces`.
 * - `blob` and `replica`: inserting, verifying, merging, locking and collecting contents belongs to `contents`.
 * - `version`: rows are inserted and deleted in `versions`. Merging equal contents updates them, in `contents`.
 * - `audit_log`: only inserted into, by the fragments of `audit`.
 * - `audit_log_key` and what belongs to it, and `region`: written in `audit-reading`.
 * - `allowlist_rule` and its regions: written in `ip-allowlist`.
 * - `link` and `link_visitor`: external links and who came through them belong to `links`.
 * - `instance`: rows are inserted in `files`. Many domains update and lock them: moves, the recycle bin, sensitivity.
 */
export const tableOwners: readonly Owner[] = [
  { table: 'space', folder: 'spaces', statements: every },
  { table: 'blob', folder: 'contents', statements: every },
  { table: 'replica', folder: 'contents', statements: every },
  { table: 'version', folder: 'versions', statements: ['insert', 'delete'] },
  { table: 'audit_log', folder: 'audit', statements: every },
  { table: 'audit_log_key', folder: 'audit-reading', statements: every },
  { table: 'region', folder: 'audit-reading', statements: every },
  { table: 'allowlist_rule', folder: 'ip-allowlist', statements: every },
  { table: 'allowlist_region', folder: 'ip-allowlist', statements: every },
  { table: 'link', folder: 'links', statements: every },
  { table: 'link_visitor', folder: 'links', statements: every },
  { table: 'instance', folder: 'files', statements: ['insert'] },
];

const isJudged = (path: string): boolean =>
  path.startsWith('apps/server/src/') && !/\.(test|suite|test-support)\.ts$|\/testing(\/|\.ts$)|\/database\/migrations\//.test(path);

/** One line per table that another folder writes to. Comments do not count. */
export function foreignWrites(path: string, source: string): string[] {
  if (!isJudged(path)) return [];
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return tableOwners.flatMap(({ table, folder, statements }) => {
    if (path.startsWith(`apps/server/src/${folder}/`)) return [];
    const found = statements.filter((write) => writes[write](table).test(code));
    return found.length > 0 ? [`${path}: only ${folder} may ${found.join(' and ')} rows of the table ${table}`] : [];
  });
}

const lockClause = String.raw`\bfor\s+(?:no\s+key\s+update|update|share|key\s+share)\b`;
/** Matches up to the end of a statement, or of the bracketed part that contains it. */
const inStatement = String.raw`(?:[^;\`()]|\([^;\`()]*\))*?`;

const writes: Record<Write, (table: string) => RegExp> = {
  insert: (table) => new RegExp(String.raw`\binsert\s+into\s+${table}\b|\binsertInto\(\s*'${table}\b`),
  update: (table) => new RegExp(String.raw`\bupdate\s+${table}\b|\bupdateTable\(\s*'${table}\b`),
  delete: (table) => new RegExp(String.raw`\bdelete\s+from\s+${table}\b|\bdeleteFrom\(\s*'${table}\b`),
  // Matches a table without an alias, or its alias. A lock clause that names other tables of the statement locks only those.
  lock: (table) =>
    new RegExp(
      String.raw`\b(?:from|join)\s+${table}\b(?!\s+(?:as\s+)?(?!where\b|order\b|for\b|limit\b|join\b|left\b|on\b)\w+)${inStatement}${lockClause}(?!\s+of\b|\s+skip\s+locked\s+of\b)` +
        String.raw`|\b(?:from|join)\s+${table}\s+(?:as\s+)?(\w+)\b${inStatement}${lockClause}(?:\s+of\s+(?:\w+\s*,\s*)*\1\b|(?!\s+of\b))` +
        String.raw`|\bselectFrom\(\s*'${table}\b[^;]*\.for(?:NoKeyUpdate|Update|Share|KeyShare)\(`,
    ),
};
