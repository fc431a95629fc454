import type { FoundInstance, FoundPerson, QuickResult } from '@alcove/contract';
import { addressOfFound } from './found-address.ts';
import { firstSearch, writeSearch } from './search-filter.ts';

/** One result below the field, with its target. */
export type QuickRow = { address: string } & (
  | { kind: 'folder' | 'file'; item: FoundInstance }
  | { kind: 'person'; person: FoundPerson }
  | { kind: 'all' }
);

/** Files first, then folders, then colleagues, each leading to their files; the last row leads to all results. */
export function quickRows(result: QuickResult | undefined, keyword: string): QuickRow[] {
  if (!result) return [];
  const found = (kind: 'folder' | 'file', items: readonly FoundInstance[]): QuickRow[] =>
    items.map((item) => ({ kind, item, address: addressOfFound(item) }));
  const people = result.people.map((person): QuickRow => {
    const owner = { userId: person.userId, name: person.userRealName };
    return { kind: 'person', person, address: `/search?${writeSearch({ ...firstSearch, owner })}` };
  });
  const all: QuickRow = { kind: 'all', address: `/search?${writeSearch({ ...firstSearch, keyword })}` };
  return [...found('file', result.files), ...found('folder', result.folders), ...people, all];
}
