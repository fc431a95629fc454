/**
 * Download links: addresses that the store serves. A link is valid only as long as the permission and the session that it was issued for.
 * If either ends, the link does too, even in the middle of a download.
 */
import type { Kysely } from 'kysely';
import type { AnswerOf, calls, InstanceId, PermissionItem, RequestOf } from '@alcove/contract';
import type { ReadServiceConfig, Tables } from '../database/index.ts';
import { Failure, holderOf } from '../http/index.ts';
import type { Asker, Caller, UserContext } from '../http/index.ts';
import type { ReadReleases } from '../outbound/index.ts';
import { stillMay } from '../permission/index.ts';
import type { AuthorisedContext, ItemContext } from '../permission/index.ts';
import type { DownloadGrant, ObjectStore } from '../storage/index.ts';
import { readContent } from '../contents/index.ts';
import type { StoredContent } from '../contents/index.ts';
import { blobOfVersion } from './version-queries.ts';

export interface DownloadDeps {
  database: Kysely<Tables>;
  store: ObjectStore;
  /** Signs a link that is valid only as long as the permission in its claim. */
  signDownload: (grant: DownloadGrant) => string;
  now: () => Date;
  serviceConfig: ReadServiceConfig;
  /** What may be given to the visitors of a link now. Items that are missing in the answer may. */
  releases: ReadReleases;
}

type Request = Pick<RequestOf<typeof calls.download.download>, 'instanceId' | 'version'>;

/** A download must start within ten minutes. */
const linkSeconds = 600;

/** Returns a signed link to the bytes. Throws FILE_NOT_FOUND, FOLDER_DOWNLOAD_REFUSED, NOT_ALLOWED, UPLOAD_MISMATCH. */
export async function downloadLink(
  deps: DownloadDeps,
  input: Request,
  context: AuthorisedContext,
): Promise<AnswerOf<typeof calls.download.download>> {
  const { name, content, claim } = await openFile(deps, input, context);
  const url = deps.signDownload({
    ...grantOf(deps, content, name, context),
    claim,
    disposition: 'attachment',
    contentType: 'application/octet-stream',
    expiresSeconds: linkSeconds,
  });
  return { url, fileName: name, fileSize: content.size };
}

/** An old version needs `historyView` in addition. */
const itemsFor = (item: PermissionItem, version: number | null): PermissionItem[] => (version === null ? [item] : [item, 'historyView']);

export interface OpenedFile {
  name: string;
  content: StoredContent;
  /** The claim of a link that shows the content. */
  claim: string;
  /** The claim of a link that hands out the original bytes. It always includes the download permission. */
  claimOfBytes: string;
  mayDownload: boolean;
}

/**
 * Finds the content of a file or of one of its versions, for a caller who has the permission that the call needs. Throws FILE_NOT_FOUND,
 * NOT_ALLOWED, FOLDER_DOWNLOAD_REFUSED, IS_A_FOLDER, UPLOAD_MISMATCH.
 */
export async function openFile(
  deps: Pick<DownloadDeps, 'database' | 'store' | 'releases'>,
  input: Request,
  { caller, place, items, needed: item }: AuthorisedContext,
): Promise<OpenedFile> {
  if (!place.isFile) throw new Failure(item === 'download' ? 'FOLDER_DOWNLOAD_REFUSED' : 'IS_A_FOLDER');
  if (caller.visitor) await requireReleased(deps, caller.visitor.linkId, place);
  if (input.version !== undefined && input.version > place.version) throw new Failure('FILE_NOT_FOUND');
  const version = input.version === undefined || input.version === place.version ? null : input.version;
  const needed = itemsFor(item, version);
  if (!needed.every((one) => items.includes(one))) throw new Failure('NOT_ALLOWED');
  const blobId = version === null ? place.blobId : await blobOfVersion(deps.database, place.instanceId, version);
  let content = blobId === null ? undefined : await readContent(deps.database, blobId, deps.store.bucket);
  if (content?.quarantined) {
    // The file's content may have been merged with an equal one since the file was looked up.
    const blobNow = await blobOfVersion(deps.database, place.instanceId, version ?? place.version);
    if (blobNow !== null && blobNow !== blobId) content = await readContent(deps.database, blobNow, deps.store.bucket);
  }
  if (!content) throw new Failure('FILE_NOT_FOUND');
  if (content.quarantined) throw new Failure('UPLOAD_MISMATCH');
  const claimFor = (wanted: readonly PermissionItem[]): string =>
    claimOf(caller, { instanceId: place.instanceId, items: wanted, version, newest: place.version });
  return {
    name: place.name,
    content,
    claim: claimFor(needed),
    claimOfBytes: claimFor([...new Set<PermissionItem>([...needed, 'download'])]),
    mayDownload: items.includes('download'),
  };
}

/** Throws LINK_CONTENT_VERIFYING, FILE_NOT_FOUND. */
async function requireReleased(
  { database, releases }: Pick<DownloadDeps, 'database' | 'releases'>,
  linkId: string,
  { instanceId, version }: ItemContext,
): Promise<void> {
  const release = (await releases(database, linkId, [{ instanceId, version }])).get(instanceId) ?? 'released';
  if (release !== 'released') throw new Failure(release === 'refused' ? 'FILE_NOT_FOUND' : 'LINK_CONTENT_VERIFYING');
}

/** What every link to content contains. */
export function grantOf(
  { now }: DownloadDeps,
  content: Pick<StoredContent, 'objectKey' | 'confuse'>,
  fileName: string,
  { origin, caller }: UserContext,
) {
  return {
    key: content.objectKey,
    fileName,
    origin,
    now: now(),
    person: holderOf(caller),
    ...(caller.speedLimit === null ? {} : { speed: { key: caller.userId, bytesPerSecond: caller.speedLimit } }),
    ...(content.confuse === null ? {} : { confuse: JSON.stringify(content.confuse) }),
  };
}

/** A download requests many ranges per second. The permission is checked once per this time. */
const rememberMs = 1000;
const mostRemembered = 10_000;

const separator = '.';
const itemSeparator = '+';

/** What a link is for. `version` null: the content that the file had when the link was made, whatever happens to its versions. */
export interface Linked {
  instanceId: InstanceId;
  items: readonly PermissionItem[];
  version: number | null;
  /** The newest version when the link was made. Visitors read it only as long as it is the newest, because only that one is judged. */
  newest: number;
}

/** The signed part of a link that says whose permission it depends on, and for what. A visit that needs no sign-in depends on no session. */
export const claimOf = (
  { userId, sessionId, fileSharingId, visitor, look }: Caller,
  { instanceId, items, version, newest }: Linked,
): string =>
  [
    userId,
    visitor && !visitor.needsPerson ? '' : sessionId,
    instanceId,
    items.join(itemSeparator),
    fileSharingId ?? '',
    version ?? '',
    ...(visitor ? [visitor.linkId, newest] : []),
    ...(look ? ['', '', look.lookId] : []),
  ].join(separator);

export type MayRead = (claim: string) => boolean | Promise<boolean>;

export interface Standing {
  /** The session still exists. */
  session: (sessionId: string) => Promise<boolean>;
  /** By what a visit that goes on is judged. */
  visit: (of: { visitId: string; linkId: string }) => Promise<NonNullable<Asker['visitor']> | null>;
  releases: ReadReleases;
}

/** Checks whether the claim of a link is still valid. */
export function standingLinks(database: Kysely<Tables>, stands: Standing, now: () => number = () => performance.now()): MayRead {
  const known = new Map<string, { at: number; may: boolean | Promise<boolean> }>();
  const ask = async (claim: string): Promise<boolean> => {
    const [
      userId = '',
      sessionId = '',
      instanceId = '',
      items = '',
      fileSharingId = '',
      version = '',
      linkId = '',
      newest = '',
      lookId = '',
    ] = claim.split(separator);
    const file = instanceId as InstanceId;
    const asker: Asker = { userId, ...(fileSharingId !== '' && { fileSharingId }), ...(lookId !== '' && { look: { lookId } }) };
    if (linkId === '' || sessionId !== '') if (!(await stands.session(sessionId))) return false;
    if (linkId !== '') {
      const visitor = await stands.visit({ visitId: userId, linkId });
      if (!visitor) return false;
      asker.visitor = visitor;
      const release = await stands.releases(database, linkId, [{ instanceId: file, version: Number(newest) }]);
      if ((release.get(file) ?? 'released') !== 'released') return false;
    }
    const wanted = items.split(itemSeparator) as PermissionItem[];
    return stillMay(database, asker, file, wanted, version === '' ? null : Number(version));
  };
  return (claim) => {
    const remembered = known.get(claim);
    if (remembered && now() - remembered.at < rememberMs) return remembered.may;
    if (known.size >= mostRemembered) known.clear();
    const entry: { at: number; may: boolean | Promise<boolean> } = { at: now(), may: false };
    entry.may = ask(claim).then(
      (may) => (entry.may = may),
      (error: unknown) => {
        known.delete(claim);
        throw error;
      },
    );
    known.set(claim, entry);
    return entry.may;
  };
}
