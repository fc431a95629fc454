import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import { isReachableByOthers } from '../database/index.ts';

export interface Programs {
  /** The running Node executable. */
  node: string;
  /** The specifier by which a module imports sharp. */
  sharp: string;
  /** The node_modules folder with sharp and the archive readers. */
  packages: string;
}

const require = createRequire(import.meta.url);
const sharp = require.resolve('sharp');
const here: Programs = { node: process.execPath, sharp, packages: sharp.slice(0, sharp.lastIndexOf(`${sep}sharp${sep}`)) };
const needed = ['sharp', 'tar', 'yauzl'];
const copies = '/var/lib/alcove/programs';

let found: Programs | undefined;

/**
 * The runtime for our own confined programs. If the server lies below a folder that other users cannot enter, such as /root, it uses copies
 * elsewhere.
 */
export const programs = (): Programs => (found ??= process.getuid?.() === 0 && !isOpen() ? copyOut(copies) : here);

const isOpen = (): boolean => isReachableByOthers(here.node) && isReachableByOthers(here.packages);

/** Copies Node, the packages and their dependencies, once per version. */
export function copyOut(folder: string): Programs {
  const names = withTheirOwn(needed);
  const target = join(folder, [process.version, ...needed.map((name) => manifestOf(name).version)].join('-'));
  const packages = join(target, 'node_modules');
  const copied = { node: join(target, 'node'), sharp: join(packages, relative(here.packages, here.sharp)), packages };
  if (existsSync(target)) return copied;
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const aside = mkdtempSync(`${target}.copying-`);
  try {
    cpSync(here.node, join(aside, 'node'));
    for (const name of names) cpSync(join(here.packages, name), join(aside, 'node_modules', name), { recursive: true });
    chmodSync(aside, 0o755);
    renameSync(aside, target);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    // Another process was faster.
    if (!existsSync(target)) throw error;
  }
  return copied;
}

interface Manifest {
  version: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
const manifestOf = (name: string): Manifest => JSON.parse(readFileSync(join(here.packages, name, 'package.json'), 'utf8')) as Manifest;

/** Includes transitive dependencies. Optional ones that are not installed are for other platforms. */
function withTheirOwn(names: readonly string[]): Set<string> {
  const all = new Set<string>();
  const add = (name: string): void => {
    if (all.has(name) || !existsSync(join(here.packages, name))) return;
    all.add(name);
    const { dependencies, optionalDependencies } = manifestOf(name);
    for (const other of Object.keys({ ...dependencies, ...optionalDependencies })) add(other);
  };
  for (const name of names) add(name);
  return all;
}
