import type { Page } from './fields.ts';
import type { Instance } from './files.ts';
import type { InstanceId } from './ids.ts';

/** A page of one folder. What its children share, and what most of them have, is said once instead of for each. */
export interface NarrowPage extends Omit<Page<never>, 'items'> {
  common: Common;
  items: NarrowInstance[];
}

/** What a child has unless it says otherwise. */
type Usual = Pick<Instance, 'fileAuth' | 'creator' | 'version' | 'tags' | 'collected' | 'sensitivity'>;

interface Common extends Usual, Pick<Instance, 'parentId' | 'parentNames' | 'instanceType' | 'owner' | 'fileSharingId'> {
  /** How the path of each child begins, with the last slash. */
  pathBeforeName: string;
  /** Of the folders above the children, the folder itself included. */
  instancePathIds: InstanceId[];
}

type Own = Pick<Instance, 'instanceId' | 'instanceName' | 'classifierId' | 'fileSize' | 'category' | 'hasChildren' | 'shared' | 'linkpath'>;

export interface NarrowInstance extends Own, Partial<Usual> {
  /** Who changed it last; left out if that is its creator. */
  updatedBy?: string;
  /** Milliseconds since 1970. */
  createTime: number;
  /** The same; left out if nothing was changed since. */
  updateTime?: number;
}

/** The page with all fields of each child, as `instance.page` answers it. */
export function widened({ common, items, ...page }: NarrowPage): Page<Instance> {
  const { pathBeforeName, instancePathIds, ...shared } = common;
  return {
    ...page,
    items: items.map(({ createTime, updateTime = createTime, ...item }) => {
      const creator = item.creator ?? shared.creator;
      return {
        ...shared,
        updatedBy: creator,
        ...item,
        instancePath: pathBeforeName + item.instanceName,
        instancePathIds: [...instancePathIds, item.instanceId],
        createTime: new Date(createTime).toISOString(),
        updateTime: new Date(updateTime).toISOString(),
      };
    }),
  };
}
