/**
 * The sandbox of one run, made by bubblewrap: its own namespaces for mounts, processes, network, users, host names and IPC. It contains the
 * system, read-only, and the run's folder; no other file, no other process, no network, no privileges.
 */
import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Where a program finds its folder, the only place where it may write. */
export const folderInCell = '/tmp';

/** The system's programs and libraries. On most systems all but the first are symbolic links into it. */
const system = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
/** What libraries and programs read; it contains no secrets, users or network settings of the machine. */
const settings = ['ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'alternatives', 'fonts', 'libreoffice', 'localtime', 'magic', 'mime.types'];
const caches = ['/var/cache/fontconfig'];

let usual: readonly string[] | undefined;

/**
 * The arguments of bubblewrap before the program's own command line. `reads`: further files and folders that it may read. `filterFd`: the
 * descriptor of the system call filter.
 */
export function cellArguments({ folder, program, reads, filterFd }: CellOptions): string[] {
  usual ??= [
    ...['--unshare-all', '--cap-drop', 'ALL', '--die-with-parent', '--as-pid-1', '--hostname', 'cell'],
    ...system.flatMap(asItIs),
    ...[...settings.map((name) => `/etc/${name}`), ...caches].flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--proc', '/proc', '--dev', '/dev'],
  ];
  return [
    ...usual,
    ...['--bind', folder, folderInCell, '--chdir', folderInCell],
    // Mounted after the folder, because a readable path may lie below the folder's path.
    ...[...installedAt(program), ...reads].flatMap((path) => ['--ro-bind', path, path]),
    // The remaining writable places would be memory that no limit counts.
    ...['--remount-ro', '/dev', '--remount-ro', '/', '--seccomp', String(filterFd), '--'],
  ];
}

export interface CellOptions {
  folder: string;
  /** Absolute. */
  program: string;
  reads: readonly string[];
  filterFd: number;
}

const asItIs = (path: string): string[] => {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return [];
  return found.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
};

/** The folder of a program that was not installed with the system. For LibreOffice it is the folder above, which holds the rest of it. */
function installedAt(program: string): string[] {
  if (!existsSync(program)) return [];
  const folders = [dirname(program), dirname(realpathSync(program))];
  const outside = folders.filter((folder) => !system.some((place) => folder === place || folder.startsWith(`${place}/`)));
  const shown = outside.map((folder) => (basename(folder) === 'program' ? dirname(folder) : folder));
  return [...new Set(shown.map((folder) => (folder === '/' ? program : folder)))];
}
