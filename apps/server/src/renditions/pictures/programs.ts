import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import type sharpModule from 'sharp';
import { isReachableByOthers } from '../../database/index.ts';

export interface Programs {
  /** This very Node. */
  node: string;
  /** What a module imports as sharp. */
  sharp: string;
}

const require = createRequire(import.meta.url);
const here: Programs = { node: process.execPath, sharp: require.resolve('sharp') };
/** Where sharp and its own packages lie. */
const packages = here.sharp.slice(0, here.sharp.lastIndexOf(`${sep}sharp${sep}`));
const needed = ['sharp', '@img', 'detect-libc', 'semver'];
const copies = '/var/lib/alcove/pictures';

let found: Programs | undefined;

/** What draws pictures, where nobody may run it: a server under a closed folder such as /root has copies elsewhere. */
export const programs = (): Programs => (found ??= process.getuid?.() === 0 && !isOpen() ? copyOut(copies) : here);

const isOpen = (): boolean => isReachableByOthers(here.node) && isReachableByOthers(dirname(here.sharp));

/** Copies Node, sharp and what sharp needs, once for each of their versions. */
export function copyOut(folder: string): Programs {
  const { versions } = require('sharp') as typeof sharpModule;
  const target = join(folder, `${process.version}-${versions.sharp}`);
  const copied = { node: join(target, 'node'), sharp: join(target, 'node_modules', relative(packages, here.sharp)) };
  if (existsSync(target)) return copied;
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const aside = mkdtempSync(`${target}.copying-`);
  try {
    cpSync(here.node, join(aside, 'node'));
    for (const name of needed)
      if (existsSync(join(packages, name))) cpSync(join(packages, name), join(aside, 'node_modules', name), { recursive: true });
    chmodSync(aside, 0o755);
    renameSync(aside, target);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    // Another process was quicker.
    if (!existsSync(target)) throw error;
  }
  return copied;
}
