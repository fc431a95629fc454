/** What visitors take, counted with their link. */
import type { calls, FolderDownload, InstanceId, PlacedItem, Preview, RequestOf } from '@alcove/contract';
import { downloadLink, folderDownload } from '../download/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { countTaking } from '../links/index.ts';
import { placeItems } from '../move-copy/index.ts';
import { findItems } from '../permission/index.ts';
import type { AuthorisedContext } from '../permission/index.ts';
import { previewLink } from '../preview/index.ts';
import type { VisitDeps } from './deps.ts';

async function count(
  { database }: VisitDeps,
  { caller: { visitor, userId } }: UserContext,
  deed: 'preview' | 'download' | 'save',
  items: readonly { instanceId: InstanceId; name: string }[],
): Promise<void> {
  if (visitor) await countTaking(database, { linkId: visitor.linkId, visitId: userId }, deed, items);
}

export async function download(deps: VisitDeps, input: RequestOf<typeof calls.link.download>, context: AuthorisedContext) {
  const answer = await downloadLink(deps, { instanceId: input.instanceId }, context);
  await count(deps, context, 'download', [{ instanceId: input.instanceId, name: answer.fileName }]);
  return answer;
}

export async function preview(deps: VisitDeps, input: RequestOf<typeof calls.link.preview>, context: AuthorisedContext): Promise<Preview> {
  const answer = await previewLink(deps, { instanceId: input.instanceId, transcode: input.transcode }, context);
  if (answer.kind !== 'preparing') await count(deps, context, 'preview', [{ instanceId: input.instanceId, name: answer.fileName }]);
  return answer;
}

export async function queryFolderDownload(
  deps: VisitDeps,
  { instanceIds }: RequestOf<typeof calls.link.queryFolderDownload>,
  context: UserContext,
): Promise<FolderDownload> {
  const answer = await folderDownload(deps, { instanceIds }, context);
  await count(deps, context, 'download', await namesOf(deps, context, instanceIds));
  return answer;
}

/** Saves items of the link to the signed-in visitor's own drive. Throws LINK_LOGIN_NEEDED, LINK_NOT_OUT, and what `placeItems` throws. */
export async function copy(deps: VisitDeps, input: RequestOf<typeof calls.link.copy>, context: UserContext): Promise<PlacedItem[]> {
  const { instanceIds, targetParentId, onConflict } = input;
  if (!context.caller.visitor?.person) throw new Failure('LINK_LOGIN_NEEDED');
  if (context.caller.visitor.proposed) throw new Failure('LINK_NOT_OUT');
  const names = await namesOf(deps, context, instanceIds);
  const placed = await placeItems(deps, 'copy', { instanceIds, targetParentId, onConflict, onFileConflict: 'rename' }, context);
  const saved = new Set(placed.flatMap((one) => (one.done ? [one.instanceId] : [])));
  await count(deps, context, 'save', names.filter(({ instanceId }) => saved.has(instanceId))); // prettier-ignore
  return placed;
}

async function namesOf({ database }: VisitDeps, { caller }: UserContext, ids: readonly InstanceId[]) {
  return [...(await findItems(database, caller, [...new Set(ids)])).values()].map(({ instanceId, name }) => ({ instanceId, name }));
}
