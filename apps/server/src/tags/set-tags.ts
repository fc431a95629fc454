import type { Kysely } from 'kysely';
import { foldName, limits, nameLength } from '@alcove/contract';
import type { RequestOf, calls } from '@alcove/contract';
import { recordActivity } from '../activity/index.ts';
import type { Tables } from '../database/index.ts';
import type { Changes } from '../live-updates/index.ts';
import { Failure } from '../http/index.ts';
import { isRoot } from '../permission/index.ts';
import type { AuthorisedContext, ItemContext } from '../permission/index.ts';
import { deleteTag, insertTag, lockTags } from './tag-queries.ts';

export interface TagDeps {
  database: Kysely<Tables>;
  changes: Changes;
}

type Input = RequestOf<typeof calls.tag.tag>;
interface Tagged {
  tags: string[];
}

/** Throws ROOT_IS_FIXED, TAG_TOO_LONG, TAG_EXISTS, TAGS_FULL. */
export async function putTag(
  { database, changes }: TagDeps,
  { instanceId, tag }: Input,
  { caller, place, recheck }: AuthorisedContext,
): Promise<Tagged> {
  if (isRoot(place)) throw new Failure('ROOT_IS_FIXED');
  if (nameLength(tag) > limits.tagLength) throw new Failure('TAG_TOO_LONG', { limit: limits.tagLength, field: 'tag' });
  const tags = await database.transaction().execute(async (transaction) => {
    const before = await lockTags(transaction, instanceId);
    if (before === null) throw new Failure('FILE_NOT_FOUND');
    await recheck(transaction);
    if (before.some((one) => foldName(one) === foldName(tag))) throw new Failure('TAG_EXISTS', { field: 'tag' });
    if (before.length >= limits.tagsPerFile) throw new Failure('TAGS_FULL', { limit: limits.tagsPerFile, field: 'tag' });
    await insertTag(transaction, { instanceId, tag, creatorId: caller.userId });
    await recordActivity(transaction, caller.userId, [instanceId], { kind: 'tagged', data: { tag } });
    return [...before, tag];
  });
  tell(changes, place);
  return { tags };
}

/** Succeeds if the item does not have the tag. Throws FILE_NOT_FOUND. */
export async function takeTag(
  { database, changes }: TagDeps,
  { instanceId, tag }: Input,
  { caller, place, recheck }: AuthorisedContext,
): Promise<Tagged> {
  const tags = await database.transaction().execute(async (transaction) => {
    const before = await lockTags(transaction, instanceId);
    if (before === null) throw new Failure('FILE_NOT_FOUND');
    await recheck(transaction);
    const [gone] = before.filter((one) => foldName(one) === foldName(tag));
    if (gone === undefined) return before;
    await deleteTag(transaction, instanceId, tag);
    await recordActivity(transaction, caller.userId, [instanceId], { kind: 'untagged', data: { tag: gone } });
    return before.filter((one) => one !== gone);
  });
  tell(changes, place);
  return { tags };
}

const tell = (changes: Changes, place: ItemContext): void => changes.listChanged(place, [place.parentId ?? place.instanceId]);
