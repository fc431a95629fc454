/**
 * The keys by which an entry of the log is found: numbers, so that one index finds them all (docs/decisions/0082). Different keys can be the
 * same number, so whatever is found is compared once more. Pure.
 */
import type { Selectable } from 'kysely';
import type { Tables } from '../database/index.ts';
import { addressOf, nameOf, networksAround } from '../networks.ts';
import type { Network } from '../networks.ts';

export type LogRow = Selectable<Tables['audit_log']>;
/** What keys are made of. */
export type KeyedRow = Pick<
  LogRow,
  | 'id'
  | 'deed'
  | 'action'
  | 'result'
  | 'person_id'
  | 'actor_name'
  | 'object_id'
  | 'object_name'
  | 'space_name'
  | 'folder_name'
  | 'address'
  | 'trace_id'
>;

type Kind = 'action' | 'address' | 'block' | 'deed' | 'object' | 'person' | 'piece' | 'refused' | 'trace';

/** FNV-1a, as a signed number of 32 bits. */
export function keyOf(kind: Kind, value: string): number {
  let hash = 0x811c9dc5;
  for (const text of [kind, '\n', value])
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
}

/** Entries whose ids differ in the last 14 bits only have this in common, so that a few blocks of the newest can be asked for. */
export const blockEntries = 2 ** 14;
export const blockOf = (id: number): number => keyOf('block', String(Math.floor(id / blockEntries)));

/** The form in which names are compared; PostgreSQL's `lower` does the same. */
export const folded = (text: string): string => text.toLowerCase();

const longestPiece = 3;

/** Every one, two and three characters that follow each other in a word. */
function addPieces(name: string, found: Set<number>): void {
  for (const word of folded(name).split(/\s+/u)) {
    const letters = [...word];
    for (let at = 0; at < letters.length; at += 1)
      for (let length = 1; length <= longestPiece && at + length <= letters.length; length += 1)
        found.add(keyOf('piece', letters.slice(at, at + length).join('')));
  }
}

/** The keys that every name has which contains this word. */
export function keysOfWord(word: string): number[] {
  const letters = [...folded(word)];
  const length = Math.min(longestPiece, letters.length);
  const pieces = Array.from({ length: letters.length - length + 1 }, (_, at) => letters.slice(at, at + length).join(''));
  return [...new Set(pieces)].map((piece) => keyOf('piece', piece));
}

export const keyOfNetwork = (network: Network): number => keyOf('address', nameOf(network));

export function keysOfEntry(row: KeyedRow): number[] {
  const keys = new Set<number>([blockOf(row.id), keyOf('action', row.action), keyOf('deed', row.deed)]);
  if (row.result !== 0) keys.add(keyOf('refused', ''));
  if (row.person_id !== null) keys.add(keyOf('person', row.person_id));
  if (row.object_id !== null) keys.add(keyOf('object', row.object_id));
  if (row.trace_id !== null) keys.add(keyOf('trace', row.trace_id));
  const address = row.address === null ? null : addressOf(row.address);
  if (address) for (const network of networksAround(address)) keys.add(keyOfNetwork(network));
  for (const name of [row.object_name, row.folder_name, row.space_name, row.actor_name]) if (name !== null) addPieces(name, keys);
  return [...keys];
}
