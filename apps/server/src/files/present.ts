import { instanceTypeOf, mostSensitive } from '@alcove/contract';
import type { Category, Instance, InstanceId, NarrowInstance, NarrowPage, PermissionItem, Sensitivity } from '@alcove/contract';
import { areSameItems, isPassedOn, sensitivityAt, visibleAncestors } from '../permission/index.ts';
import type { Authorised, ItemContext } from '../permission/index.ts';
import { instantOf } from './instant-of.ts';
import { noMarks } from './mark-queries.ts';
import type { Marks } from './mark-queries.ts';

/** What a list query returns for each instance. Its location and people's names are returned once for the whole list. */
export interface ChildRow {
  id: InstanceId;
  parent_id: InstanceId | null;
  is_file: boolean;
  name: string;
  category: number;
  version: number;
  size: number;
  /** Milliseconds since 1970. */
  created_at: number;
  updated_at: number;
  creator_id: string;
  /** The visitor of a link who made it, in the creator's name. */
  visitor_id: string | null;
  editor_id: string;
  tags?: string[];
  collected?: boolean;
  has_children?: boolean | undefined;
  /** Whether the item has an internal share. */
  shared?: boolean | undefined;
  linked?: Marks['linked'];
  /** The item's own level, without those of the folders above. */
  sensitivity: Sensitivity;
}

export interface Above {
  /** Ids from the space's root downwards, including the root, or from where the caller's permission begins. */
  ids: InstanceId[];
  /** The names of the same folders, without the root, which has no name. */
  names: string[];
  /** The same as the beginning of a path, with the last slash. */
  path: string;
  instanceType: Instance['instanceType'];
  /** The name of the owner of the space. */
  ownerName: string;
  /** The share through which the caller sees everything in the list. */
  fileSharingId: string | undefined;
  /** Whether the caller may know that items are shared. Recipients with only a share are not told with whom else an item is shared. */
  tellsShared: boolean;
  sensitivity: Sensitivity;
}

interface Makers {
  creator: string;
  updatedBy: string;
}

/** Recipients with only a share do not know with whom else, or where else, an item is shared. */
const tellsSharedAt = ({ fileSharingId, effective: { owns, grants } }: ItemContext): boolean =>
  fileSharingId === undefined && (owns || !grants.every(isPassedOn));

const aboveOf = (place: ItemContext, chain: readonly { id: InstanceId; name: string }[], sensitivity: Sensitivity): Above => {
  const names = chain.flatMap(({ name }) => (name === '' ? [] : [name]));
  return {
    sensitivity,
    ids: chain.map(({ id }) => id),
    names,
    path: ['', ...names, ''].join('/'),
    instanceType: instanceTypeOf(place.spaceKind),
    ownerName: place.ownerName,
    fileSharingId: place.fileSharingId,
    tellsShared: tellsSharedAt(place),
  };
};

export const aboveChildrenOf = (folder: ItemContext): Above =>
  aboveOf(folder, [...visibleAncestors(folder), { id: folder.instanceId, name: folder.name }], sensitivityAt(folder));

/** An instance as all answers present it. */
export function presentChild(
  row: ChildRow,
  above: Above,
  fileAuth: readonly PermissionItem[],
  people: Readonly<Record<string, string>>,
): Instance {
  return present(row, above, fileAuth, makersOf(row, people));
}

type ShownRow = Omit<ChildRow, 'creator_id' | 'visitor_id' | 'editor_id'>;

function present(row: ShownRow, above: Above, fileAuth: readonly PermissionItem[], makers: Makers): Instance {
  return {
    ...ownFields(row, above, fileAuth, makers),
    instancePathIds: [...above.ids, row.id],
    ...sharedFields(row.parent_id, above, fileAuth),
  };
}

/** What differs from child to child, except for `instancePathIds`. */
const ownFields = (row: ShownRow, above: Above, fileAuth: readonly PermissionItem[], makers: Makers) => ({
  ...distinctFields(row, above, fileAuth),
  instancePath: above.path + row.name,
  creator: makers.creator,
  updatedBy: makers.updatedBy,
  createTime: instantOf(row.created_at),
  updateTime: instantOf(row.updated_at),
  version: row.version,
  tags: row.tags ?? [],
  collected: row.collected ?? false,
  sensitivity: mostSensitive([above.sensitivity, row.sensitivity]),
});

/** What nearly each child has of its own, and what few have at all. */
const distinctFields = (row: ShownRow, above: Above, fileAuth: readonly PermissionItem[]) => ({
  instanceId: row.id,
  instanceName: row.name,
  classifierId: row.is_file ? ('File' as const) : ('Folder' as const),
  fileSize: row.is_file ? row.size : 0,
  category: row.category as Category,
  ...(row.has_children === undefined ? {} : { hasChildren: row.has_children }),
  ...(row.shared && above.tellsShared ? { shared: true as const } : {}),
  ...linkOf(row, above, fileAuth),
});

/** What is the same for all children with the same permissions. */
const sharedFields = (parentId: InstanceId | null, above: Above, fileAuth: readonly PermissionItem[]) => ({
  parentId,
  parentNames: above.names,
  instanceType: above.instanceType,
  fileAuth: [...fileAuth],
  owner: above.ownerName,
  ...(above.fileSharingId === undefined ? {} : { fileSharingId: above.fileSharingId }),
});

/** Writes children as `presentChild` presents them, as JSON. What they share is written once and copied as bytes. */
export function childWriter(
  parentId: InstanceId,
  above: Above,
  people: Readonly<Record<string, string>>,
): (row: ChildRow, fileAuth: readonly PermissionItem[]) => [own: string, shared: Buffer] {
  const ids = above.ids.map((id) => `"${id}",`).join('');
  const shared = new Map<readonly PermissionItem[], Buffer>();
  const sharedOf = (fileAuth: readonly PermissionItem[]): Buffer => {
    const known = shared.get(fileAuth) ?? Buffer.from(`,${JSON.stringify(sharedFields(parentId, above, fileAuth)).slice(1)}`);
    shared.set(fileAuth, known);
    return known;
  };
  return (row, fileAuth) => {
    const own = JSON.stringify(ownFields(row, above, fileAuth, makersOf(row, people)));
    return [`${own.slice(0, -1)},"instancePathIds":[${ids}"${row.id}"]`, sharedOf(fileAuth)];
  };
}

type Common = NarrowPage['common'];

/** What all children of a folder have unless a page says otherwise. */
export const commonOfChildren = (above: Above, usual: { fileAuth: readonly PermissionItem[]; creator: string }): Common => ({
  ...commonOf(above, usual),
  ...placeOf(above),
  sensitivity: above.sensitivity,
});

/** Items of many places for a narrow page. */
export function narrowItems(verdicts: readonly (Authorised & { also: Marks })[]): Pick<NarrowPage, 'common' | 'items'> {
  const shown = verdicts.map(({ place, items, also }) => ({ ...shownItem(place, also), items }));
  const [first] = shown;
  const common = first ? commonOf(first.above, { fileAuth: first.items, creator: first.makers.creator }) : nothingCommon;
  const items = shown.map(({ row, above, items: fileAuth, makers }) => ({
    ...narrow(row, above, fileAuth, makers, common),
    ...(above.ownerName === common.owner ? {} : { owner: above.ownerName }),
    ...(above.instanceType === common.instanceType ? {} : { instanceType: above.instanceType }),
    ...placeOf(above),
  }));
  return { common, items };
}

const nothingCommon: Common = {
  parentIds: [],
  parentNames: [],
  instanceType: '1',
  owner: '',
  creator: '',
  fileAuth: [],
  version: 1,
  tags: [],
  collected: false,
  sensitivity: 'normal',
};

const commonOf = (
  { ownerName, instanceType }: Above,
  { fileAuth, creator }: { fileAuth: readonly PermissionItem[]; creator: string },
): Common => ({ ...nothingCommon, owner: ownerName, instanceType, fileAuth: [...fileAuth], creator });

const placeOf = ({ ids, names, fileSharingId }: Above): Pick<Common, 'parentIds' | 'parentNames' | 'fileSharingId'> => ({
  parentIds: ids,
  parentNames: names,
  ...(fileSharingId === undefined ? {} : { fileSharingId }),
});

function narrow(row: ShownRow, above: Above, fileAuth: readonly PermissionItem[], makers: Makers, common: Common): NarrowInstance {
  const sensitivity = mostSensitive([above.sensitivity, row.sensitivity]);
  return {
    ...distinctFields(row, above, fileAuth),
    createTime: row.created_at,
    ...(row.updated_at === row.created_at ? {} : { updateTime: row.updated_at }),
    ...(makers.creator === common.creator ? {} : { creator: makers.creator }),
    ...(makers.updatedBy === makers.creator ? {} : { updatedBy: makers.updatedBy }),
    ...(row.version === 1 ? {} : { version: row.version }),
    ...(row.tags?.length ? { tags: row.tags } : {}),
    ...(row.collected ? { collected: true } : {}),
    ...(sensitivity === common.sensitivity ? {} : { sensitivity }),
    ...(areSameItems(fileAuth, common.fileAuth) ? {} : { fileAuth: [...fileAuth] }),
  };
}

const makersOf = ({ creator_id, editor_id }: ChildRow, people: Readonly<Record<string, string>>): Makers => ({
  creator: people[creator_id] ?? '',
  updatedBy: people[editor_id] ?? '',
});

/** Whoever may share the item or decides about its people may be told of everybody's links; a share alone tells of none. */
const tellsLinks = ({ tellsShared }: Pick<Above, 'tellsShared'>, fileAuth: readonly PermissionItem[]): boolean =>
  tellsShared && (fileAuth.includes('share') || fileAuth.includes('personnelManagement'));

export const tellsLinksOf = ({ place, items }: Authorised): boolean => tellsLinks({ tellsShared: tellsSharedAt(place) }, items);

/** The link of an item that the caller may be told of. */
export const linkPathOf = (linked: Marks['linked'], above: Above, fileAuth: readonly PermissionItem[]): string | null =>
  linked?.own ?? (linked && tellsLinks(above, fileAuth) ? linked.any : null);

function linkOf({ linked }: Pick<ChildRow, 'linked'>, above: Above, fileAuth: readonly PermissionItem[]): { linkpath?: string } {
  const path = linkPathOf(linked, above, fileAuth);
  return path === null ? {} : { linkpath: path };
}

/** Like `presentChild`, for one instance that was requested by id: the permission check has already read everything that is needed. */
export function presentItem({ place, items }: Authorised, marks: Marks = noMarks, shared = false): Instance {
  const { row, above, makers } = shownItem(place, marks, shared);
  return present(row, above, items, makers);
}

function shownItem(place: ItemContext, marks: Marks, shared = false): { row: ShownRow; above: Above; makers: Makers } {
  const ancestors = visibleAncestors(place);
  const row = {
    id: place.instanceId,
    parent_id: ancestors.length > 0 ? place.parentId : null,
    is_file: place.isFile,
    name: place.name,
    category: place.category,
    version: place.version,
    size: place.size,
    created_at: place.createdAt.getTime(),
    updated_at: place.updatedAt.getTime(),
    ...marks,
    shared,
    sensitivity: place.sensitivity.own,
  };
  const above = aboveOf(place, ancestors, place.sensitivity.above);
  return { row, above, makers: { creator: place.creatorName, updatedBy: place.editorName } };
}
