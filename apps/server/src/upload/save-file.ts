import type { Transaction } from 'kysely';
import { numberedName } from '@alcove/contract';
import type { BlobId, Instance, InstanceId, SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { ChangedMeanwhile, findChild, lockChildFile } from '../files/index.ts';
import { Failure, makerOf } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { newId } from '../ids.ts';
import { authoriseNamesake } from '../permission/index.ts';
import { addVersion, insertFileWithVersion } from '../versions/index.ts';

export type OnConflict = 'fail' | 'rename' | 'version';

export interface FileToSave {
  spaceId: SpaceId;
  parentId: InstanceId;
  name: string;
  blobId: BlobId;
  size: number;
  caller: Caller;
  onConflict: OnConflict;
}

export interface SavedFile {
  instanceId: InstanceId;
  version: number;
  /** Its current name. */
  name: string;
}

/**
 * What came of an upload or ticket. `again`: it had been saved before. `shown` is read before the commit: afterwards the file may have another
 * version already, which is not the one that this save made.
 */
export interface SavedInSteps {
  shown: Instance;
  again: boolean;
}

export interface VersionToSave extends Pick<FileToSave, 'blobId' | 'size' | 'caller'> {
  fileId: InstanceId;
  /** Of the file, which keeps it. */
  name: string;
}

/** Makes the content the newest version of a file that the caller has locked. `charge` as for `saveFile`. Throws FILE_NOT_FOUND. */
export async function saveVersion(
  transaction: Transaction<Tables>,
  { fileId, name, blobId, size, caller }: VersionToSave,
  charge: () => Promise<void>,
): Promise<SavedFile> {
  await charge();
  return { instanceId: fileId, version: await addVersion(transaction, { fileId, blobId, size }, caller), name };
}

/** How many numbered names are tried before NAME_TAKEN. */
const mostNames = 10_000;

/**
 * Saves a file with this content: a new one, one with a numbered name, or a new version of the file with that name. A folder of that name
 * is never replaced. Runs in the caller's transaction, which has locked the folder and is repeated by `whileNamesChange`. `charge` charges
 * the quota at its place in the order of locks: after the file that gets the new version, before the name and the folder's count
 * (docs/decisions/0004). Throws what `charge` throws, NAME_TAKEN, and NOT_ALLOWED if the existing file may not be changed.
 */
export async function saveFile(transaction: Transaction<Tables>, file: FileToSave, charge: () => Promise<void>): Promise<SavedFile> {
  const lockedId = file.onConflict === 'version' ? await lockChildFile(transaction, file.parentId, file.name) : undefined;
  await charge();
  const id = newId<InstanceId>();
  const inserted = (name: string): Promise<boolean> => insertFileWithVersion(transaction, { ...file, id, name, ...makerOf(file.caller) });
  if (await inserted(file.name)) return { instanceId: id, version: 1, name: file.name };
  const existing = await findChild(transaction, file.parentId, file.name);
  if (file.onConflict === 'version' && existing?.is_file) {
    if (existing.id !== lockedId) throw new ChangedMeanwhile();
    await authoriseNamesake(transaction, file.caller, existing.id);
    const version = await addVersion(transaction, { fileId: existing.id, blobId: file.blobId, size: file.size }, file.caller);
    return { instanceId: existing.id, version, name: existing.name };
  }
  if (file.onConflict === 'fail' || (file.onConflict === 'version' && existing)) throw new Failure('NAME_TAKEN', { field: 'fName' });
  for (let n = 1; n < mostNames; n += 1) {
    const name = numberedName(file.name, n);
    if (await inserted(name)) return { instanceId: id, version: 1, name };
  }
  throw new Failure('NAME_TAKEN', { field: 'fName' });
}
