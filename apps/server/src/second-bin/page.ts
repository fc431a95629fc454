import { instanceTypeOf, limits } from '@alcove/contract';
import type { AnswerOf, calls, RequestOf, SecondBinItem } from '@alcove/contract';
import { countForBrake } from './brake-queries.ts';
import { mostADay } from './brake.ts';
import type { SecondBinDeps } from './deps.ts';
import { countEntries, findPage } from './page-queries.ts';
import type { BinRow } from './page-queries.ts';

/** Of a filter that finds very many, only the first are listed, and the count says that there are more. */
export async function pageOfSecondBin(
  { database, serviceConfig }: Pick<SecondBinDeps, 'database' | 'serviceConfig'>,
  { page, pageSize, sortOrder, ...filter }: RequestOf<typeof calls.adminRecycle.page>,
): Promise<AnswerOf<typeof calls.adminRecycle.page>> {
  const config = await serviceConfig();
  const { secondBinDays: days } = config;
  const most = limits.secondBinListed;
  const offset = (page - 1) * pageSize;
  const asked = { offset, limit: Math.max(0, Math.min(pageSize, most - offset)), order: sortOrder, days };
  const [rows, counted, { files, gone }] = await Promise.all([
    asked.limit === 0 ? [] : findPage(database, filter, asked),
    countEntries(database, filter, most + 1),
    countForBrake(database),
  ]);
  const left = mostADay(config, files) - gone;
  const items = rows.map((row): SecondBinItem => ({
    recycleId: row.id,
    instanceId: row.instance_id,
    instanceName: row.name,
    classifierId: row.is_file ? 'File' : 'Folder',
    wholeGroup: row.whole,
    leaderLeft: row.leader_left,
    category: row.category,
    fileSize: row.bytes,
    files: row.files,
    instanceType: instanceTypeOf(row.space_kind),
    spaceId: row.space_id,
    spaceName: row.space_name,
    originalPath: row.folders.slice(1).map(({ name }) => name),
    places: standing(row.folders),
    placeGone: !row.whole && row.folders.some(({ deleted }) => deleted),
    deletedBy: { userId: row.deleted_by, name: row.deleter },
    deleteTime: row.deleted_at.toISOString(),
    leftTime: row.left_at.toISOString(),
    expireTime: row.expires_at.toISOString(),
    daysLeft: row.days_left,
    removeTime: row.going_at?.toISOString() ?? null,
    held: row.due && row.bytes !== null && (row.files ?? 1) > left,
  }));
  return { total: Math.min(counted, most), ...(counted > most && { more: true as const }), page, pageSize, items, days };
}

/** The folders down to the first that is deleted. Pure. */
function standing(folders: BinRow['folders']): SecondBinItem['places'] {
  const gone = folders.findIndex(({ deleted }) => deleted);
  return folders.slice(0, gone === -1 ? undefined : gone).map(({ id, name }) => ({ instanceId: id, name }));
}
