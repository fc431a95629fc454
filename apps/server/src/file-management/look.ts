/** Administrators look into a file, or into a folder and all below it, for a while and for a reason. `permission` decides what a look gives, and until when. */
import type {
  AccessEntry,
  AnswerOf,
  calls,
  FileLook,
  Instance,
  InstanceId,
  Page,
  PermissionItem,
  Preview,
  RequestOf,
} from '@alcove/contract';
import { queryAccess } from '../access-report/index.ts';
import { addDetail } from '../audit/index.ts';
import { downloadLink } from '../download/index.ts';
import { pageOfFolder } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { notify } from '../notices/index.ts';
import { authorise, authoriseEach, recheck } from '../permission/index.ts';
import type { AuthorisedContext } from '../permission/index.ts';
import { previewLink } from '../preview/index.ts';
import type { FileManagementDeps } from './deps.ts';
import { insertLook } from './look-queries.ts';
import { findManaged, ownerIdOf, requireStill, toldOf } from './right.ts';

type Look = RequestOf<typeof calls.adminFile.look>;

/**
 * Begins a look. Owners are told, unless an advanced administrator has a reason of law; the log knows it in any case. What is one's own, and open to one by one's own
 * right, needs no reason. Throws FILE_NOT_FOUND, LOOK_REASON_MISSING.
 */
export async function beginLook(
  { database, serviceConfig }: Pick<FileManagementDeps, 'database' | 'serviceConfig'>,
  { instanceId, reason, grounds = '', downloads }: Look,
  { caller }: UserContext,
): Promise<FileLook> {
  const { lookGroundsLength: least } = await serviceConfig();
  return database.transaction().execute(async (transaction) => {
    const place = (await findManaged(transaction, caller, [instanceId])).get(instanceId);
    if (!place || place.parentId === null) throw new Failure('FILE_NOT_FOUND');
    const { advanced } = await requireStill(transaction, caller, 'files.look', ...(downloads ? (['files.download'] as const) : []));
    const own = await isOpenOwn();
    if (!own && (reason === undefined || [...grounds].length < least))
      throw new Failure('LOOK_REASON_MISSING', { least, field: reason === undefined ? 'reason' : 'grounds' });
    const { id, expiresAt } = await insertLook(transaction, {
      adminId: caller.userId,
      instanceId,
      spaceId: place.spaceId,
      parentId: place.parentId,
      downloads,
    });
    const told = own || reason === undefined || (reason === 'law' && advanced) ? [] : toldOf(place, caller.userId);
    if (reason !== undefined && told.length > 0) {
      const by = { userId: caller.userId, name: caller.realName };
      await notify(transaction, told, {
        kind: 'fileLooked',
        data: { by, instanceId, instanceName: place.name, reason, grounds, downloads },
      });
    }
    addDetail({ told: told.length > 0 });
    return { lookId: id, expireTime: expiresAt.toISOString(), told: told.length > 0 };

    async function isOpenOwn(): Promise<boolean> {
      if (ownerIdOf(place!) !== caller.userId) return false;
      const wanted = downloads ? 'download' : 'preview';
      return !((await authoriseEach(transaction, { userId: caller.userId }, [instanceId], wanted)).get(instanceId) instanceof Failure);
    }
  });
}

/** The context in which nothing but a look counts. Throws LOOK_ENDED if it does not give this on this item, or no longer does. */
async function through(
  { database }: Pick<FileManagementDeps, 'database'>,
  { instanceId, lookId }: { instanceId: InstanceId; lookId: string },
  item: PermissionItem,
  context: UserContext,
): Promise<AuthorisedContext> {
  const caller = { ...context.caller, look: { lookId } };
  try {
    const authorised = await authorise(database, caller, instanceId, item);
    return { ...context, caller, ...authorised, needed: item, recheck: (transaction) => recheck(transaction, caller, instanceId, item) };
  } catch (error) {
    throw error instanceof Failure ? new Failure('LOOK_ENDED') : error;
  }
}

/** Throws LOOK_ENDED, NOT_A_FOLDER. */
export async function listLooked(
  deps: FileManagementDeps,
  { instanceId, lookId, ...order }: RequestOf<typeof calls.adminFile.list>,
  context: UserContext,
): Promise<Page<Instance>> {
  return pageOfFolder(deps, { ...order, parentId: instanceId }, await through(deps, { instanceId, lookId }, 'list', context));
}

/** Shown as to those who may only look, unless the look is for downloading, too. Throws LOOK_ENDED and what previews throw. */
export const previewLooked = async (
  deps: FileManagementDeps,
  { transcode, ...of }: RequestOf<typeof calls.adminFile.preview>,
  context: UserContext,
): Promise<Preview> => previewLink(deps, { instanceId: of.instanceId, transcode }, await through(deps, of, 'preview', context));

/** Throws LOOK_ENDED, FOLDER_DOWNLOAD_REFUSED, UPLOAD_MISMATCH. */
export const downloadLooked = async (
  deps: FileManagementDeps,
  of: RequestOf<typeof calls.adminFile.download>,
  context: UserContext,
): Promise<AnswerOf<typeof calls.adminFile.download>> =>
  downloadLink(deps, { instanceId: of.instanceId }, await through(deps, of, 'download', context));

/** Throws LOOK_ENDED. */
export const accessLooked = async (
  deps: FileManagementDeps,
  { page, pageSize, ...of }: RequestOf<typeof calls.adminFile.access>,
  context: UserContext,
): Promise<Page<AccessEntry>> =>
  queryAccess(deps.database, { instanceId: of.instanceId, page, pageSize }, await through(deps, of, 'attribute', context));
