import { unsafeText } from '@alcove/contract';

const most = { depth: 64, name: 255, path: 1024 };
const unsafe = new RegExp(unsafeText.source, 'gu');

/**
 * An entry's name as a path to display: no roots, no `..`, nothing that reorders or hides text. Windows archivers separate folders by '\'.
 * It is never used as a path on a disk.
 */
export function entryPath(name: string): string {
  const steps = name
    .split(/[/\\]/)
    .filter((step) => step !== '' && step !== '.' && step !== '..')
    .map((step) => [...step.replace(unsafe, '\uFFFD')].slice(0, most.name).join(''));
  const last = steps.at(-1);
  if (last === undefined) return name === '' ? '' : '\uFFFD';
  const folders = steps.slice(0, -1).slice(0, most.depth - 1);
  while (folders.join('/').length + last.length >= most.path) folders.pop();
  return [...folders, last].join('/');
}
