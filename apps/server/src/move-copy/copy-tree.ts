import type { Kysely, Transaction } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import { recordActivity } from '../activity/index.ts';
import type { Tables } from '../database/index.ts';
import { lockFolder, lockTrees, requireFits, requireLevel, whileNamesChange } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { requireHighStays } from '../links/index.ts';
import { authoriseNamesake, sensitivityAt, visibleUnder } from '../permission/index.ts';
import { addVersion } from '../versions/index.ts';
import { placedAs } from './deps.ts';
import type { Ledger, Placed, Placing } from './deps.ts';
import { deleteCopy, findTree, showCopy } from './copy-queries.ts';
import type { SourceRow } from './copy-queries.ts';
import { insertCopies } from './insert-copies.ts';
import { resolveNameConflict } from './resolve-name-conflict.ts';
import type { NameResolution } from './resolve-name-conflict.ts';
import { neededFor, recheckPlacing } from './may-place.ts';
import { mergeCopy } from './merge-copy.ts';
import { exposureOf, requireVersionStays } from './levels-now.ts';
import { raiseSensitivity } from './sensitivity-queries.ts';

/**
 * Copies those items of a tree that the caller may copy: new rows, created by the caller, that refer to the newest versions of the same
 * contents. It runs in one transaction; the copy stays hidden until the end and locks nothing that others wait for. Only a copy that merges
 * into a folder of the same name must know the place of every item before it begins, so it locks the tree of the target space from the
 * start. `source` is the caller who reads, `placing.caller` the one who writes.
 * Throws FILE_NOT_FOUND, EMPTY_FOLDER, INSIDE_ITSELF, TOO_DEEP, NAME_TAKEN, SPACE_NOT_ENOUGH, HIGH_INTO_LINK.
 */
export const copyTree = (database: Kysely<Tables>, source: Caller, placing: Placing, ledger: Ledger): Promise<Placed> =>
  whileNamesChange(() =>
    database.transaction().execute(async (transaction) => {
      ledger.begin();
      const { place, target, caller } = placing;
      const rows = await readTree(transaction, source, placing);
      const [top] = rows;
      if (!top) throw new Failure('FILE_NOT_FOUND');
      // Specification 2 section 5: copying an empty folder fails.
      if (!top.is_file && rows.length === 1) throw new Failure('EMPTY_FOLDER');
      const height = top.is_file ? 0 : 1 + Math.max(...rows.map((row) => (row.is_file ? 0 : row.depth)));
      const lockTarget = async (): Promise<NameResolution> => {
        await lockTrees(transaction, [target.spaceId]);
        await lockFolder(transaction, target.instanceId, target.spaceId);
        requireLevel((await requireFits(transaction, target.instanceId, place.isFile ? null : place.instanceId)) + height);
        return resolveNameConflict(transaction, placing, { name: top.name, isFile: top.is_file });
      };
      if (placing.onConflict === 'merge') {
        const resolution = await lockTarget();
        if ('into' in resolution) return mergeCopy(transaction, source, placing, rows, resolution.into, ledger);
      }
      // The hidden copy is not in its target folder yet: a row there would lock that folder before the trees are locked.
      const tops = new Map([[top.id, { instanceId: target.ancestors[0]?.id ?? target.instanceId, spaceId: target.spaceId }]]);
      const copies = await insertCopies(transaction, rows, tops, caller, ledger);
      const resolution = await lockTarget();
      if (!(await ledger.charge(transaction, target.spaceId, copies.bytes))) throw new Failure('SPACE_NOT_ENOUGH');
      await recheckPlacing(transaction, 'copy', source, placing);
      const copyId = copies.ids.get(top.id)!;
      await ledger.finish(transaction, 0);
      if ('versionOf' in resolution) {
        await authoriseNamesake(transaction, caller, resolution.versionOf);
        await requireVersionStays(transaction, resolution.versionOf, sensitivityAt(place));
        await raiseSensitivity(transaction, [{ fileId: resolution.versionOf, fromId: place.instanceId }], sensitivityAt(place));
        return placedAs(await turnIntoVersion(transaction, copyId, resolution.versionOf, caller));
      }
      if ('into' in resolution) throw new Failure('CHANGING_HERE'); // a folder with that name was created meanwhile
      const coming = { own: sensitivityAt(place), folder: place.isFile ? null : { folderId: copyId, spaceId: target.spaceId }, from: null };
      await requireHighStays(transaction, await exposureOf(transaction, target.instanceId), coming);
      // The copy gets the whole level itself, whatever the level of the new folder: that folder may be lowered by people who could not
      // lower the original.
      const shown = { parentId: target.instanceId, name: resolution.name, level: sensitivityAt(place), fromId: place.instanceId };
      await showCopy(transaction, copyId, shown);
      await recordActivity(transaction, caller.userId, [copyId], { kind: 'copied', data: { fromId: top.parent_id } });
      return placedAs(copyId);
    }),
  );

/** The item and everything below it that the caller may copy. Nothing goes along that a visitor may not take. */
async function readTree(
  transaction: Transaction<Tables>,
  caller: Caller,
  { place, releases }: Pick<Placing, 'place' | 'releases'>,
): Promise<SourceRow[]> {
  const visible = await visibleUnder(transaction, caller, place.isFile ? [] : [place], neededFor('copy', caller));
  const rows = await findTree(transaction, place.instanceId, visible);
  if (!caller.visitor || !releases) return rows;
  const all = rows.map((row) => ({ instanceId: row.id }));
  const released = await releases(transaction, caller.visitor.linkId, all);
  return rows.filter((row) => (released.get(row.id) ?? 'released') === 'released');
}

/** A single file that becomes the newest version of another file does not need an instance of its own. */
async function turnIntoVersion(
  transaction: Transaction<Tables>,
  copyId: InstanceId,
  fileId: InstanceId,
  caller: Caller,
): Promise<InstanceId> {
  await addVersion(transaction, { fileId, ...(await deleteCopy(transaction, copyId)) }, caller);
  return fileId;
}
