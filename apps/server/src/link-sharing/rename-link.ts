import { addBefore } from '../audit/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { lockLinked, lockLinks, updateLink } from '../links/index.ts';
import { publish } from '../live-updates/index.ts';
import { beginVerification } from '../outbound/index.ts';
import type { LinkSharingDeps } from './deps.ts';
import { requireLinkName } from './link-rules.ts';
import { findOwn } from './save-link.ts';

/** Throws LINK_GONE, LINK_NAME_EMPTY, NAME_FORBIDDEN, NAME_TOO_LONG. */
export async function renameLink(
  { database }: LinkSharingDeps,
  { linkPath, name }: { linkPath: string; name: string },
  { caller }: UserContext,
): Promise<null> {
  requireLinkName(name);
  const { id, instance_id: instanceId } = await findOwn(database, caller, linkPath);
  await database.transaction().execute(async (transaction) => {
    await lockLinked(transaction, [instanceId]);
    const [link] = await lockLinks(transaction, [id]);
    if (!link) throw new Failure('LINK_GONE');
    addBefore(link.path, { name: link.name });
    await updateLink(transaction, id, { name });
    // Visitors read the name, so it is judged; a link that is being verified is looked at as it is then.
    if (link.state === 'valid') await beginVerification(transaction, id);
    await publish(transaction, [{ to: [caller.userId], event: 'linkChanged' }]);
  });
  return null;
}
