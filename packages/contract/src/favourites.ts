import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { Page } from './fields.ts';
import { instanceSortFields } from './files.ts';
import type { Instance, ItemOutcome } from './files.ts';
import { limits } from './limits.ts';

export const favouriteSortFields = [...instanceSortFields, 'collectTime'] as const;
export type FavouriteSortField = (typeof favouriteSortFields)[number];

export interface Favourite {
  instance: Instance;
  collectTime: string;
}

export const page = call<Page<Favourite>>()({
  name: 'collect.page',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/collect/page',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject({
    ...fields.pageFields,
    sortOrder: fields.sortOrder.default('desc'),
    sortField: z.enum(favouriteSortFields).default('collectTime'),
    keyword: z.string().max(128).optional(),
    category: z.number().int().min(1).max(7).optional(),
    classifierId: z.enum(['File', 'Folder']).optional(),
  }),
  log: 'none',
  summary: "Lists the caller's favorites from all spaces, without those that are deleted or hidden from them.",
});

const request = z.strictObject({
  fileSharingId: fields.id.optional(),
  instanceIds: z.array(fields.instanceId).min(1).max(limits.favourites),
});

export const create = call<ItemOutcome[]>()({
  name: 'collect.create',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/collect/create',
  fieldsIn: 'json',
  caller: 'user',
  mostBytes: limits.callBytes.manyIds,
  request,
  log: { deed: 'change', of: { item: 'instanceIds' } },
  summary: 'Adds items to the favorites. Those already there stay as they are.',
});

export const remove = call<ItemOutcome[]>()({
  name: 'collect.remove',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/collect/remove',
  fieldsIn: 'json',
  caller: 'user',
  mostBytes: limits.callBytes.manyIds,
  request,
  log: { deed: 'change', of: { item: 'instanceIds' } },
  summary: 'Removes items from the favorites. Those that are not favorites count as removed.',
});
