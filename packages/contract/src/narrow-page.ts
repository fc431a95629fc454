import type { Page } from './fields.ts';
import type { Instance } from './files.ts';
import type { InstanceId } from './ids.ts';

/** A page whose items say only what is not as in `common`: most of what a wide page says is the same for all of its items. */
export interface NarrowPage<Item extends NarrowInstance = NarrowInstance> extends Omit<Page<never>, 'items'> {
  common: Common;
  items: Item[];
}

/** What an item has unless it says otherwise. */
export interface Common extends Pick<
  Instance,
  'parentNames' | 'instanceType' | 'fileAuth' | 'owner' | 'fileSharingId' | 'creator' | 'version' | 'tags' | 'collected' | 'sensitivity'
> {
  /** The folders above it, from the top. */
  parentIds: InstanceId[];
}

export interface NarrowInstance
  extends
    Pick<Instance, 'instanceId' | 'instanceName' | 'classifierId' | 'fileSize' | 'category' | 'hasChildren' | 'shared' | 'linkpath'>,
    Partial<Common> {
  /** Who changed it last; left out if that is its creator. */
  updatedBy?: string;
  /** Milliseconds since 1970. */
  createTime: number;
  /** The same; left out if nothing was changed since. */
  updateTime?: number;
}

/** The page with all fields of each item, as `search.searchInstancePage` answers it. `More`: what items have beside, such as the matches of a search. */
export function widened<More extends object>({ common, items, ...page }: NarrowPage<NarrowInstance & More>): Page<Instance & More> {
  return { ...page, items: items.map((item) => wide(common, item)) };
}

export function wide<More extends object>(common: Common, item: NarrowInstance & More): Instance & More {
  const { createTime, updateTime = createTime, parentIds, ...fields } = { ...common, ...item };
  const instance: Instance = {
    ...fields,
    parentId: parentIds.at(-1) ?? null,
    updatedBy: item.updatedBy ?? fields.creator,
    instancePath: ['', ...fields.parentNames, item.instanceName].join('/'),
    instancePathIds: [...parentIds, item.instanceId],
    createTime: new Date(createTime).toISOString(),
    updateTime: new Date(updateTime).toISOString(),
  };
  return instance as Instance & More;
}
