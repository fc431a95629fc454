/** Reads what a built page loads, for the tests that count and weigh it. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const dist = resolve(import.meta.dirname, '../apps/web/dist');

export const fileOf = (address: string): string => join(dist, address.replace(/^\/disk\//, ''));

/** What the page names itself: its scripts, and what the browser fetches ahead of them. */
export const namedIn = (html: string): string[] =>
  [...html.matchAll(/<(?:script|link rel="modulepreload")[^>]*(?:src|href)="(\/disk\/[^"]+\.js)"/g)].flatMap(
    ([, address]) => address ?? [],
  );

/** What a chunk imports before it runs. `import(…)` waits for a need, so it does not count. */
const importedBy = (code: string): string[] =>
  [...code.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([\w.-]+\.js)"/g)].map(([, name]) => `/disk/assets/${name}`);

/** These scripts, and what they import before they run. */
export function withImports(scripts: Iterable<string>): Set<string> {
  const found = new Set<string>();
  const waiting = [...scripts];
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    if (found.has(address)) continue;
    found.add(address);
    waiting.push(...importedBy(readFileSync(fileOf(address), 'utf8')));
  }
  return found;
}

/** What the page loads before it runs. */
export const startOf = (page: string): Set<string> => withImports(namedIn(readFileSync(fileOf(page), 'utf8')));

/** Bytes over the wire, with the slower compression that every browser understands; files too small to gain from it are sent as they are. */
export function wireBytes(address: string): number {
  const [plain, zipped] = [fileOf(address), `${fileOf(address)}.gz`];
  return statSync(existsSync(zipped) ? zipped : plain).size;
}
