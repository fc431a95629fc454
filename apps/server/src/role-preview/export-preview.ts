import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { AdminItem, Language, PermissionItem } from '@alcove/contract';
import { inTransaction } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { pathsOf } from '../departments/index.ts';
import type { Attachment } from '../http/index.ts';
import { mapInTurns } from '../in-turns.ts';
import { wholeSheet } from '../sheets/index.ts';
import type { Row, SheetBounds } from '../sheets/index.ts';
import { eachConcerned } from './affected-queries.ts';
import { itemsIn } from './change-rules.ts';
import type { Mask } from './change-rules.ts';
import { itemWords, sheetWords } from './item-words.ts';
import type { RoleChange } from './role-changes.ts';

const bounds: SheetBounds = {
  rows: limits.exportPeople,
  columns: 6,
  characters: 32_767,
  bytes: 64 * 1024 * 1024,
};

/** Everybody whom the change concerns, with what each gains and loses, as an Excel file. Throws what `wholeSheet` throws. */
export async function exportPreview<Item extends AdminItem | PermissionItem>(
  database: Kysely<Tables>,
  change: RoleChange<Item>,
  language: Language,
): Promise<Attachment> {
  const words = sheetWords[language];
  const blocks = await blocksOf(database, change, language);
  return wholeSheet(words.file, { name: words.sheet, rows: blocks }, bounds);
}

/** The rows are read to their end before the first is written, so that no connection waits for the writer. */
async function blocksOf<Item extends AdminItem | PermissionItem>(
  database: Kysely<Tables>,
  { every, difference, affected, withPlaces }: RoleChange<Item>,
  language: Language,
): Promise<Row[][]> {
  const words = sheetWords[language];
  const named = (mask: Mask): string =>
    itemsIn(every, mask)
      .map((item) => itemWords[item][language])
      .join(words.comma);
  const paths = new Map<string, string[]>();
  const blocks: Row[][] = [
    [[words.account, words.name, words.department, words.gains, words.loses, ...(withPlaces ? [words.places] : [])]],
  ];
  if (difference.added.length + difference.removed.length === 0) return blocks;
  await inTransaction(database, async (transaction) => {
    await eachConcerned(transaction, await affected(transaction), async (some) => {
      const unknown = new Set(some.flatMap(({ departmentId: id }) => (id !== null && !paths.has(id) ? [id] : [])));
      if (unknown.size > 0) for (const [id, path] of await pathsOf(transaction, [...unknown])) paths.set(id, path);
      blocks.push(
        await mapInTurns(some, ({ accountName, name, departmentId, gains, loses, places }): Row => [
          accountName,
          name,
          (departmentId === null ? [] : (paths.get(departmentId) ?? [])).join('/'),
          named(gains),
          named(loses),
          ...(withPlaces ? [String(places ?? 0)] : []),
        ]),
      );
    });
  });
  return blocks;
}
