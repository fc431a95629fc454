/** Which file may import which. Pure, so that it can be tested on made-up trees. Paths are relative to the project and use `/`. */
import { posix } from 'node:path';

export interface Import {
  /** The importing file. */
  from: string;
  /** As written: `./x.ts`, `@alcove/contract`, `node:fs`. */
  specifier: string;
  /** `import type` has no effect at run time. */
  typeOnly: boolean;
}

/**
 * The web's layers, highest first: a file imports from its own layer and from lower ones. `main.tsx` belongs to the first. `visitor` is the
 * other entry, the page of external links.
 */
const webLayers = [['app'], ['screens', 'visitor'], ['features'], ['items'], ['ui'], ['api', 'i18n', 'theme']];
/** Server folders that know no domain. main.ts and config.ts are the composition root and may import everything. */
export const groundFolders = ['http', 'database', 'storage', 'jobs', 'sheets'];
/** Domains that these folders must not import. Those domains grant permissions through the table of grants. */
const kernel: Record<string, string[]> = { permission: ['links', 'groups', 'sharing'], files: ['links', 'groups', 'sharing'] };

const place = (path: string): string => path.split('/').slice(0, 2).join('/');
const serverFolder = (path: string): string | null => /^apps\/server\/src\/([^/]+)\//.exec(path)?.[1] ?? null;
const webFolder = (path: string): string | null =>
  /^apps\/web\/src\/(?:([^/]+)\/|main\.tsx$)/.exec(path)?.[1] ?? (path === 'apps/web/src/main.tsx' ? 'app' : null);
const webLayer = (path: string): number => webLayers.findIndex((folders) => folders.includes(webFolder(path) ?? ''));
const isTest = (path: string): boolean => /\.(test|suite|test-support)\.tsx?$|\/testing(\/|\.ts$)|^tests\/|^bench\/|^scripts\//.test(path);
const packageFolders: Record<string, string> = {
  '@alcove/contract': 'packages/contract',
  '@alcove/transfer': 'packages/transfer',
  '@alcove/server': 'apps/server',
  '@alcove/web': 'apps/web',
  '@alcove/desktop': 'apps/desktop',
};

/** One line per violation. */
export function violations(imports: Import[], exists: (path: string) => boolean): string[] {
  const single = imports.flatMap((one) => faults(one, exists).map((fault) => `${one.from}: ${fault} (${one.specifier})`));
  return [...single, ...cycles(imports), ...heavyThreads(imports)];
}

function faults({ from, specifier }: Import, exists: (path: string) => boolean): string[] {
  const found: string[] = [];
  const target = targetOf(from, specifier);
  const home = place(from);

  if (home === 'packages/transfer' && !isTest(from) && /^(node:|react|react-dom|@mantine|kysely|pg$|fastify)/.test(specifier))
    found.push('transfer knows ports only');
  if (home === 'packages/contract' && !isTest(from) && /^(node:|react)/.test(specifier)) found.push('contract runs everywhere');
  if (specifier.startsWith('.')) found.push(...extensionFaults(from, specifier, exists));
  if (target === null || !target.includes('/')) return found;

  const there = place(target);
  if (home !== there && !isTest(from)) {
    if (specifier.startsWith('.') && /^(apps|packages)\//.test(there)) found.push('a package is imported by its name');
    if (home === 'packages/contract') found.push('contract imports nothing of ours');
    else if (home === 'packages/transfer' && there !== 'packages/contract') found.push('transfer imports only contract');
    else if (home.startsWith('apps/') && there.startsWith('apps/')) found.push('apps never import each other');
  }

  if (target.startsWith('apps/web/src/') && home === 'apps/web' && !isTest(from)) {
    if (webLayer(from) < 0) found.push('the web is app, screens, visitor, features, items, ui, api, i18n and theme');
    else if (webLayer(target) < webLayer(from)) found.push(`${webFolder(from)} knows nothing of ${webFolder(target)}`);
  }

  const folder = serverFolder(from);
  const other = serverFolder(target);
  if (other !== null && other !== folder && target.startsWith('apps/server/src/')) {
    const door = `apps/server/src/${other}/index.ts`;
    const testDoor = isTest(from) && /\/testing(\/|\.ts$)|\.(suite|test-support)\.ts$/.test(target);
    if (target !== door && !(folder !== null && testDoor) && !isTest(from)) found.push(`${other} is entered through its index.ts`);
    if (folder !== null && groundFolders.includes(folder) && !groundFolders.includes(other) && !isTest(from))
      found.push(`${folder} knows no domain`);
    if (folder !== null && kernel[folder]?.includes(other) && !isTest(from)) found.push(`${folder} does not know ${other}`);
  }
  return found;
}

/** tsc resolves `./x.js` to x.ts; Node does not. */
function extensionFaults(from: string, specifier: string, exists: (path: string) => boolean): string[] {
  const path = posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''));
  if (/\.(ts|tsx|css|json|svg|png|woff2)$/.test(path)) return exists(path) ? [] : ['there is no such file'];
  return exists(path) && /\.(m?js)$/.test(path) ? [] : ['an import of ours ends in .ts or .tsx'];
}

function targetOf(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''));
  const name = specifier.split('/').slice(0, 2).join('/');
  const folder = packageFolders[name];
  return folder ? `${folder}/src/index.ts` : null;
}

/** Folders that must not import each other in a cycle: the server's folders, and those within a layer of the web. */
function ringFolder(path: string): string | null {
  const server = serverFolder(path);
  if (server !== null) return `apps/server/src/${server}`;
  return /^apps\/web\/src\/(screens|features|app|ui|visitor)\/[^/]+(?=\/)/.exec(path)?.[0] ?? null;
}

/** Folders that import each other in a cycle. Type imports do not count, because they load nothing. */
function cycles(imports: Import[]): string[] {
  const edges = new Map<string, Set<string>>();
  for (const { from, specifier, typeOnly } of imports) {
    const folder = ringFolder(from);
    const other = ringFolder(targetOf(from, specifier) ?? '');
    if (typeOnly || folder === null || other === null || folder === other || isTest(from)) continue;
    (edges.get(folder) ?? edges.set(folder, new Set()).get(folder)!).add(other);
  }
  const found = new Set<string>();
  const done = new Set<string>();
  const walk = (folder: string, path: string[]): void => {
    const at = path.indexOf(folder);
    if (at >= 0) {
      const ring = path.slice(at);
      const start = ring.indexOf([...ring].sort()[0]!);
      const turned = [...ring.slice(start), ...ring.slice(0, start)];
      found.add(`folders in a ring: ${[...turned, turned[0]].join(' -> ')}`);
      return;
    }
    if (done.has(folder)) return;
    for (const next of edges.get(folder) ?? []) walk(next, [...path, folder]);
    done.add(folder);
  };
  for (const folder of edges.keys()) walk(folder, []);
  return [...found];
}

/** To load the whole contract costs a thread three times as much as to begin; `node:http` brings along what `fetch` needs. */
const heavy = ['@alcove/contract', 'node:http', 'node:https'];

/** What a thread of the server loads that is heavy and that it does not need. Archives are read by a process of its own. */
function heavyThreads(imports: Import[]): string[] {
  const loads = Map.groupBy(
    imports.filter(({ typeOnly }) => !typeOnly),
    ({ from }) => from,
  );
  const threads = [...loads.keys()].filter((path) => /^apps\/server\/src\/.*(?<!archive-)worker\.ts$/.test(path) && !isTest(path));
  return threads.flatMap((thread) => {
    const reached = new Set([thread]);
    for (const path of reached)
      for (const { specifier } of loads.get(path) ?? []) if (specifier.startsWith('.')) reached.add(targetOf(path, specifier)!);
    return [...reached].flatMap((path) =>
      (loads.get(path) ?? [])
        .filter(({ specifier }) => heavy.includes(specifier))
        .map(({ specifier }) => `${thread}: a thread loads little, and ${path} is heavy (${specifier})`),
    );
  });
}
