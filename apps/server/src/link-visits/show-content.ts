/** What an open link holds. */
import { watermarkOf } from './watermark.ts';
import type { calls, Instance, InstanceId, LinkContent, LinkInstance, Page, RequestOf } from '@alcove/contract';
import { itemsOfLink, limits, maskedName } from '@alcove/contract';
import { pageOfFolder, presentItem, showInstance } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext, Visitor } from '../http/index.ts';
import { asVisitorsSee, findGate } from '../links/index.ts';
import type { GateRow } from '../links/index.ts';
import { isUntold, mayHoldBack } from '../outbound/index.ts';
import type { Release } from '../outbound/index.ts';
import { findBelow } from '../search/index.ts';
import type { VisitDeps } from './deps.ts';
import { asleep } from './gate.ts';

const visitorOf = ({ caller }: UserContext): Visitor => {
  if (!caller.visitor) throw new Failure('LINK_TOKEN_NEEDED');
  return caller.visitor;
};

async function gateOf({ database }: VisitDeps, { linkPath }: Visitor): Promise<GateRow> {
  const gate = await findGate(database, linkPath, { browserHash: null, tokenHash: null, personId: null });
  if (!gate) throw new Failure('LINK_WRONG');
  return gate;
}

/** As visitors see an item of this release: without previews and downloads while it may not leave yet. */
function shownAs(item: Instance, release: Release | undefined): LinkInstance {
  const shown = asVisitorsSee(item);
  if (release === undefined || release === 'released') return shown;
  return { ...shown, verifying: true, fileAuth: shown.fileAuth.filter((one) => one !== 'preview' && one !== 'download') };
}

async function releasesOf(
  { database, releases }: VisitDeps,
  { linkId, proposed }: Visitor,
  items: readonly Instance[],
): Promise<ReadonlyMap<InstanceId, Release>> {
  const all = items.map(({ instanceId }) => ({ instanceId }));
  const found = await releases(database, linkId, all);
  // Before anybody else sees the link its creator reads what of it is not out yet.
  return proposed ? new Map([...found].map(([id, one]) => [id, one === 'hidden' ? 'verifying' : one])) : found;
}

/** What of these items visitors may read the names of. */
async function told(deps: VisitDeps, visitor: Visitor, items: readonly Instance[]): Promise<LinkInstance[]> {
  const found = await releasesOf(deps, visitor, items);
  return items.filter(({ instanceId: id }) => !isUntold(found.get(id))).map((item) => shownAs(item, found.get(item.instanceId)));
}

/** The linked item itself. Under a name that visitors may not read yet it keeps the name of the link. Throws LINK_FILE_GONE. */
async function toldRoot(deps: VisitDeps, visitor: Visitor, item: Instance, name: string): Promise<LinkInstance> {
  const release = (await releasesOf(deps, visitor, [item])).get(item.instanceId);
  if (release === 'refused') throw new Failure('LINK_FILE_GONE');
  return shownAs(release === 'hidden' ? { ...item, instanceName: name } : item, release);
}

type FolderPage = Omit<Parameters<typeof pageOfFolder>[1], 'parentId'> & { parentId: InstanceId };

/**
 * One page of a folder, as if what visitors may not read were not there: neither the total nor a filter by name tells of it. A folder of many items is judged from
 * its beginning, as far as the page and a thousand more, so its total is a round number then, and there are `more`.
 */
async function pageOfTold(deps: VisitDeps, visitor: Visitor, input: FolderPage, context: UserContext): Promise<Page<LinkInstance>> {
  const found = await pageOfFolder(deps, input, context);
  const { page, pageSize } = input;
  if (!(await mayHoldBack(deps.database, visitor.linkId))) return { ...found, items: await told(deps, visitor, found.items) };
  if (found.total > limits.linkItemsJudged) return pageOfMany(deps, visitor, input, context);
  const isWhole = found.items.length === found.total;
  const all = isWhole ? found : await pageOfFolder(deps, { ...input, page: 1, pageSize: limits.linkItemsJudged }, context);
  const items = await told(deps, visitor, all.items);
  return { total: items.length, page, pageSize, items: items.slice((page - 1) * pageSize, page * pageSize) };
}

/** Items of a folder that are judged for one page; what comes after them is found by searching. */
const mostJudged = 20 * limits.linkItemsJudged;

async function pageOfMany(deps: VisitDeps, visitor: Visitor, input: FolderPage, context: UserContext): Promise<Page<LinkInstance>> {
  const { page, pageSize } = input;
  const atOnce = limits.linkItemsJudged;
  const [from, to] = [(page - 1) * pageSize, page * pageSize];
  const wanted = Math.ceil(to / atOnce) * atOnce;
  const shown: LinkInstance[] = [];
  let ended = false;
  for (let read = 0; !ended && shown.length <= wanted && read < mostJudged; read += atOnce) {
    const some = await pageOfFolder(deps, { ...input, page: read / atOnce + 1, pageSize: atOnce }, context);
    shown.push(...(await told(deps, visitor, some.items)));
    ended = read + atOnce >= some.total;
  }
  const isAll = ended && shown.length <= wanted;
  // The exact number of a part would tell how many of it are held back.
  const total = isAll ? shown.length : Math.min(wanted, Math.floor(shown.length / atOnce) * atOnce);
  return { total, ...(!isAll && { more: true as const }), page, pageSize, items: shown.slice(from, Math.min(to, total)) };
}

const firstPage = { page: 1, pageSize: 10, sortField: 'instanceName', sortOrder: 'asc' } as const;

/** Throws LINK_FILE_GONE if the item is not there any more, or not for visitors, and LINK_EXPIRED if the link's creator is not. */
export async function queryAttribute(deps: VisitDeps, _: unknown, context: UserContext): Promise<LinkContent> {
  const visitor = visitorOf(context);
  const gate = await gateOf(deps, visitor);
  const item = await showInstance(deps.database, gate.instance_id, context).catch(asleep(deps.database, gate));
  const root = await toldRoot(deps, visitor, item, gate.name);
  const isFile = root.classifierId === 'File';
  const held = isFile ? { total: 1 } : await pageOfTold(deps, visitor, { ...firstPage, parentId: root.instanceId }, context);
  const { watermarkText, visitorFileBytes, systemTitle } = await deps.serviceConfig();
  return {
    name: gate.name,
    sharer: maskedName(gate.creator_name),
    note: gate.note,
    permissions: gate.permissions,
    expireTime: gate.expires_at?.toISOString() ?? null,
    watermark: gate.watermark,
    watermarkText: watermarkOf(watermarkText, visitor.person, context.ip),
    root,
    items: held.total,
    ...('more' in held && { moreItems: true as const }),
    ...(visitor.person?.userId === visitor.creatorId && {
      ownPreview: { password: gate.password_hash !== null, ...(visitor.proposed && { verifying: true }) },
    }),
    canSave: visitor.person !== null && root.fileAuth.includes('download'),
    fileBytes: visitorFileBytes,
    systemTitle,
  };
}

const sortFields = { instanceName: 'name', category: 'name', updateTime: 'time', createTime: 'time', fileSize: 'size' } as const;
type PageOfLink = RequestOf<typeof calls.link.queryInstancePage>;

/** What a search below a folder finds. What may not leave is neither shown nor counted, so that a search tells nothing of it. */
async function search(
  deps: VisitDeps,
  folderId: InstanceId,
  { keyword = '', page, pageSize, sortField, sortOrder }: PageOfLink,
  context: UserContext,
): Promise<Page<LinkInstance>> {
  const order = { sortField: sortFields[sortField], sortOrder };
  const { found, more } = await findBelow(deps.database, context.caller, { folderId, keyword, ...order, most: limits.linkFound });
  const shown = await told(deps, visitorOf(context), found.map((one) => presentItem(one))); // prettier-ignore
  const free = shown.filter(({ verifying }) => verifying !== true);
  const items = free.slice((page - 1) * pageSize, page * pageSize);
  return { total: free.length, page, pageSize, items, ...(more && { more: true }) };
}

/** A link to a file has one row. Throws LINK_FILE_GONE, LINK_EXPIRED, FILE_NOT_FOUND, NOT_A_FOLDER. */
export async function queryInstancePage(
  deps: VisitDeps,
  { parentId, ...of }: PageOfLink,
  context: UserContext,
): Promise<Page<LinkInstance>> {
  const visitor = visitorOf(context);
  const gate = await gateOf(deps, visitor);
  const { instance_id: rootId, name, permissions } = gate;
  const { keyword, page, pageSize, sortField, sortOrder } = of;
  const root = parentId === undefined ? await showInstance(deps.database, rootId, context).catch(asleep(deps.database, gate)) : null;
  if (root?.classifierId === 'File')
    return { total: 1, page, pageSize, items: page === 1 ? [await toldRoot(deps, visitor, root, name)] : [] };
  const searches = keyword !== undefined && keyword.trim() !== '' && itemsOfLink(permissions).includes('search');
  if (searches) return search(deps, parentId ?? rootId, of, context);
  return pageOfTold(deps, visitor, { page, pageSize, sortField, sortOrder, parentId: parentId ?? rootId, keyword }, context);
}
