import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { foldName, limits, nameLength } from '@alcove/contract';
import type { RequestOf, calls } from '@alcove/contract';
import { recordActivity } from '../activity/index.ts';
import type { Tables } from '../database/index.ts';
import type { Changes } from '../live-updates/index.ts';
import { Failure } from '../http/index.ts';
import { isRoot } from '../permission/index.ts';
import type { AuthorisedContext, ItemContext } from '../permission/index.ts';

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
  { caller, place, askAgain }: AuthorisedContext,
): Promise<Tagged> {
  if (isRoot(place)) throw new Failure('ROOT_IS_FIXED');
  if (nameLength(tag) > limits.tagLength) throw new Failure('TAG_TOO_LONG', { limit: limits.tagLength, field: 'tag' });
  const tags = await database.transaction().execute(async (transaction) => {
    const before = await holdTags(transaction, instanceId);
    await askAgain(transaction);
    if (before.some((one) => foldName(one) === foldName(tag))) throw new Failure('TAG_EXISTS', { field: 'tag' });
    if (before.length >= limits.tagsPerFile) throw new Failure('TAGS_FULL', { limit: limits.tagsPerFile, field: 'tag' });
    await sql`
      insert into tag (instance_id, folded_name, name, space_id, creator_id)
      select id, ${foldName(tag)}, ${tag}, space_id, ${caller.userId} from instance where id = ${instanceId}`.execute(transaction);
    await recordActivity(transaction, caller.userId, [instanceId], { kind: 'tagged', data: { tag } });
    return [...before, tag];
  });
  tell(changes, place);
  return { tags };
}

/** A tag that is not there stays away. Throws FILE_NOT_FOUND. */
export async function takeTag(
  { database, changes }: TagDeps,
  { instanceId, tag }: Input,
  { caller, place, askAgain }: AuthorisedContext,
): Promise<Tagged> {
  const tags = await database.transaction().execute(async (transaction) => {
    const before = await holdTags(transaction, instanceId);
    await askAgain(transaction);
    const [gone] = before.filter((one) => foldName(one) === foldName(tag));
    if (gone === undefined) return before;
    await transaction.deleteFrom('tag').where('instance_id', '=', instanceId).where('folded_name', '=', foldName(tag)).execute();
    await recordActivity(transaction, caller.userId, [instanceId], { kind: 'untagged', data: { tag: gone } });
    return before.filter((one) => one !== gone);
  });
  tell(changes, place);
  return { tags };
}

/** The item's tags in the order they came. Whoever else changes them waits until the transaction ends: a sixth never slips in. */
async function holdTags(transaction: Transaction<Tables>, instanceId: string): Promise<string[]> {
  const { rows } = await sql`select 1 from instance where id = ${instanceId} and deleted_at is null for no key update`.execute(transaction);
  if (rows.length === 0) throw new Failure('FILE_NOT_FOUND');
  const tags = await transaction
    .selectFrom('tag')
    .select('name')
    .where('instance_id', '=', instanceId)
    .orderBy('created_at')
    .orderBy('folded_name')
    .execute();
  return tags.map(({ name }) => name);
}

const tell = (changes: Changes, place: ItemContext): void => changes.listChanged(place, [place.parentId ?? place.instanceId]);
