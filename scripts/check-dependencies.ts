/**
 * Checks the sources against the rules for dependencies, for table owners and for places of SQL, and their names against the old words of
 * the glossary. Prints one line per violation.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { violations } from './dependency-rules.ts';
import type { Import } from './dependency-rules.ts';
import { oldNames, oldWordsOf } from './old-words.ts';
import { misplacedSql } from './sql-places.ts';
import { foreignWrites } from './table-owners.ts';

const root = resolve(import.meta.dirname, '..');
const files = ['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.{ts,tsx}', 'tests/**/*.{ts,tsx}', 'bench/**/*.ts', 'scripts/**/*.ts']
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .filter((file) => !/node_modules|\/dist\//.test(file))
  .map((file) => file.replaceAll('\\', '/'))
  .sort();

const oldWords = oldWordsOf(readFileSync(join(root, 'docs/glossary.md'), 'utf8'));
const sources = files.map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }));
const found = [
  ...violations(
    sources.flatMap(({ file, source }) => importsOf(file, source)),
    (path) => existsSync(join(root, path)),
  ),
  ...sources.flatMap(({ file, source }) => [...foreignWrites(file, source), ...misplacedSql(file, source)]),
  ...files.flatMap((file) => oldNames(file, oldWords)),
];
for (const line of found) console.error(line);
console.log(`${files.length} files, ${found.length} violations`);
process.exit(found.length > 0 ? 1 : 0);

/**
 * Finds import statements at the beginning of a line, and dynamic imports of literal paths. Text in comments and strings does not look like
 * that.
 */
function importsOf(from: string, source: string): Import[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const statements = [...code.matchAll(/^(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?'([^']+)'/gm)].map((match) => ({
    from,
    specifier: match[2]!,
    typeOnly: match[1] !== undefined,
  }));
  const dynamic = [...code.matchAll(/(?<!typeof )\bimport\('([^']+)'\)/g)].map((match) => ({
    from,
    specifier: match[1]!,
    typeOnly: false,
  }));
  return [...statements, ...dynamic].filter((one) => one.specifier.startsWith('.') || /^[@a-z]/.test(one.specifier));
}
