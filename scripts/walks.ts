/** Reads and checks the walks of docs/architecture.md. Pure, so that it can be tested on a made-up page. */
import { posix } from 'node:path';

export interface Step {
  file: string;
  /** The file that passes this one to the earlier ones, if they know only its interface. */
  openedBy?: string | undefined;
}

/** The lists of files under each `## Walk`. A list ends where the next one begins at 1. */
export function walksOf(page: string): Step[][] {
  const walks: Step[][] = [];
  for (const section of page.split(/^## /m).filter((one) => one.startsWith('Walk')))
    for (const [, number, file, openedBy] of section.matchAll(/^(\d+)\. `([^`]+)`(?: \(opened by `([^`]+)`\))?/gm)) {
      if (number === '1') walks.push([]);
      walks.at(-1)?.push({ file: file!, openedBy });
    }
  return walks;
}

const packages: Record<string, string> = {
  '@alcove/contract': 'packages/contract/src/index.ts',
  '@alcove/transfer': 'packages/transfer/src/index.ts',
};

const imports = (file: string, source: string): string[] =>
  [...source.matchAll(/(?:from|import|URL\()\s*\(?'([^']+)'/g)].flatMap(([, specifier]) => {
    if (specifier!.startsWith('.')) return [posix.join(posix.dirname(file), specifier!)];
    return packages[specifier!] ?? [];
  });

/** One line per file that does not exist, or that none of the earlier files imports, either directly or through its folder's index. */
export function brokenSteps(walk: readonly Step[], read: (file: string) => string | null): string[] {
  const reached = new Set<string>();
  return walk.flatMap(({ file, openedBy }, at) => {
    const source = read(file);
    if (source === null) return [`${file}: there is no such file`];
    const opened = openedBy !== undefined && imports(openedBy, read(openedBy) ?? '').includes(file);
    const found = at === 0 || opened || reached.has(file) ? [] : [`${file}: nothing before it imports it`];
    for (const target of imports(file, source)) {
      reached.add(target);
      if (target.endsWith('/index.ts')) for (const behind of imports(target, read(target) ?? '')) reached.add(behind);
    }
    return found;
  });
}
