/** What an open link holds. */
import type { calls, Instance, InstanceId, LinkContent, LinkInstance, Page, RequestOf } from '@alcove/contract';
import { itemsOfLink, limits, maskedName } from '@alcove/contract';
import { pageOfFolder, presentItem, showInstance } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext, Visitor } from '../http/index.ts';
import { asVisitorsSee, findGate } from '../links/index.ts';
import type { GateRow } from '../links/index.ts';
import { findBelow } from '../search/index.ts';
import type { VisitDeps } from './deps.ts';

const visitorOf = ({ caller }: UserContext): Visitor => {
  if (!caller.visitor) throw new Failure('LINK_TOKEN_NEEDED');
  return caller.visitor;
};

async function gateOf({ database }: VisitDeps, { linkPath }: Visitor): Promise<GateRow> {
  const gate = await findGate(database, linkPath, { browserHash: null, tokenHash: null, personId: null });
  if (!gate) throw new Failure('LINK_WRONG');
  return gate;
}

/** Marks what may not leave yet, and takes previews and downloads of it away. */
async function judged({ database, releases }: VisitDeps, { linkId }: Visitor, items: readonly Instance[]): Promise<LinkInstance[]> {
  const files = items.flatMap((item) => (item.classifierId === 'File' ? [{ instanceId: item.instanceId }] : []));
  const found = await releases(database, linkId, files);
  return items
    .filter((item) => found.get(item.instanceId) !== 'refused')
    .map((item) => {
      const shown = asVisitorsSee(item);
      if (found.get(item.instanceId) !== 'verifying') return shown;
      return { ...shown, verifying: true, fileAuth: shown.fileAuth.filter((one) => one !== 'preview' && one !== 'download') };
    });
}

const firstPage = { page: 1, pageSize: 10, sortField: 'instanceName', sortOrder: 'asc' } as const;

/** Throws LINK_FILE_GONE if the item is not there any more, or not for visitors. */
export async function queryAttribute(deps: VisitDeps, _: unknown, context: UserContext): Promise<LinkContent> {
  const visitor = visitorOf(context);
  const gate = await gateOf(deps, visitor);
  const item = await showInstance(deps.database, gate.instance_id, context).catch((error: unknown) => {
    throw error instanceof Failure ? new Failure('LINK_FILE_GONE') : error;
  });
  const [root] = await judged(deps, visitor, [item]);
  if (!root) throw new Failure('LINK_FILE_GONE');
  const isFile = root.classifierId === 'File';
  const items = isFile ? 1 : (await pageOfFolder(deps, { ...firstPage, parentId: root.instanceId }, context)).total;
  return {
    name: gate.name,
    sharer: maskedName(gate.creator_name),
    note: gate.note,
    permissions: gate.permissions,
    expireTime: gate.expires_at?.toISOString() ?? null,
    watermark: gate.watermark,
    watermarkText: visitor.person ? `${visitor.person.realName} ${visitor.person.accountName}` : context.ip,
    root,
    items,
    ...(visitor.person?.userId === visitor.creatorId && { ownPreview: { password: gate.password_hash !== null } }),
    canSave: visitor.person !== null && root.fileAuth.includes('download'),
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
  const shown = await judged(deps, visitorOf(context), found.map((one) => presentItem(one))); // prettier-ignore
  const free = shown.filter(({ verifying }) => verifying !== true);
  const items = free.slice((page - 1) * pageSize, page * pageSize);
  return { total: free.length, page, pageSize, items, ...(more && { more: true }) };
}

/** A link to a file has one row. Throws FILE_NOT_FOUND, NOT_A_FOLDER. */
export async function queryInstancePage(
  deps: VisitDeps,
  { parentId, ...of }: PageOfLink,
  context: UserContext,
): Promise<Page<LinkInstance>> {
  const visitor = visitorOf(context);
  const { instance_id: rootId, permissions } = await gateOf(deps, visitor);
  const root = parentId === undefined ? await showInstance(deps.database, rootId, context) : null;
  if (root?.classifierId === 'File')
    return { total: 1, page: of.page, pageSize: of.pageSize, items: of.page === 1 ? await judged(deps, visitor, [root]) : [] };
  const { keyword, page, pageSize, sortField, sortOrder } = of;
  const searches = keyword !== undefined && keyword.trim() !== '' && itemsOfLink(permissions).includes('search');
  if (searches) return search(deps, parentId ?? rootId, of, context);
  const found = await pageOfFolder(deps, { page, pageSize, sortField, sortOrder, parentId: parentId ?? rootId, keyword }, context);
  return { ...found, items: await judged(deps, visitor, found.items) };
}
