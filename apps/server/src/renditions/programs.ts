import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import { isReachableByOthers } from '../database/index.ts';

export interface Programs {
  /** This very Node. */
  node: string;
  /** What a module imports as sharp. */
  sharp: string;
  /** The folder of packages, in which sharp and all that reads archives lie. */
  packages: string;
}

const require = createRequire(import.meta.url);
const sharp = require.resolve('sharp');
const here: Programs = { node: process.execPath, sharp, packages: sharp.slice(0, sharp.lastIndexOf(`${sep}sharp${sep}`)) };
const needed = ['sharp', 'tar', 'yauzl'];
const copies = '/var/lib/alcove/programs';

let found: Programs | undefined;

/** What programs of our own run with, where nobody may read it: a server under a closed folder such as /root has copies elsewhere. */
export const programs = (): Programs => (found ??= process.getuid?.() === 0 && !isOpen() ? copyOut(copies) : here);

const isOpen = (): boolean => isReachableByOthers(here.node) && isReachableByOthers(here.packages);

/** Copies Node, the packages, and what those need, once for each of their versions. */
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
    // Another process was quicker.
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

/** And those that they depend on; what is optional and not here is for other machines. */
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
