/**
 * A download link: an address that the store answers. It holds no longer than the right that it was given for, and no longer than the
 * session that it was given to: who loses either loses the link, in the middle of a download too.
 */
import type { Kysely } from 'kysely';
import type { AnswerOf, PermissionItem, RequestOf, calls } from '@alcove/contract';
import type { ReadServiceConfig, Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller, UserContext } from '../http/index.ts';
import { stillMay } from '../permission/index.ts';
import type { AuthorisedContext } from '../permission/index.ts';
import type { DownloadGrant, ObjectStore } from '../storage/index.ts';
import { readContent } from '../contents/index.ts';
import type { StoredContent } from '../contents/index.ts';
import { blobOfVersion } from './version-queries.ts';

export interface DownloadDeps {
  database: Kysely<Tables>;
  store: ObjectStore;
  /** A link that ends with the right it was given for. */
  signDownload: (grant: DownloadGrant) => string;
  now: () => Date;
  serviceConfig: ReadServiceConfig;
}

type Request = RequestOf<typeof calls.download.download>;

/** A download must begin within ten minutes. */
const linkSeconds = 600;

/** A signed link to the bytes. Throws FILE_NOT_FOUND, FOLDER_DOWNLOAD_REFUSED, UPLOAD_MISMATCH. */
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

/** What an old version asks for besides the right to its content. */
const itemsFor = (item: PermissionItem, version: number | null): PermissionItem[] => (version === null ? [item] : [item, 'historyView']);

export interface OpenedFile {
  name: string;
  content: StoredContent;
  /** What a link stands on that shows it. */
  claim: string;
  /** What a link stands on that hands out the bytes themselves, whatever they were asked for. */
  claimOfBytes: string;
  mayDownload: boolean;
}

/** The content of a file or of one of its versions, for whoever was let in for what is to be done with it. Throws FILE_NOT_FOUND, NOT_ALLOWED, FOLDER_DOWNLOAD_REFUSED, IS_A_FOLDER, UPLOAD_MISMATCH. */
export async function openFile(
  deps: Pick<DownloadDeps, 'database' | 'store'>,
  input: Request,
  { caller, place, items, needed: item }: AuthorisedContext,
): Promise<OpenedFile> {
  if (!place.isFile) throw new Failure(item === 'download' ? 'FOLDER_DOWNLOAD_REFUSED' : 'IS_A_FOLDER');
  if (input.version !== undefined && input.version > place.version) throw new Failure('FILE_NOT_FOUND');
  const version = input.version === undefined || input.version === place.version ? null : input.version;
  const needed = itemsFor(item, version);
  if (!needed.every((one) => items.includes(one))) throw new Failure('NOT_ALLOWED');
  const blobId = version === null ? place.blobId : await blobOfVersion(deps.database, place.instanceId, version);
  let content = blobId === null ? undefined : await readContent(deps.database, blobId, deps.store.bucket);
  if (content?.quarantined) {
    // What others have too may have been put together with theirs since its place was read.
    const blobNow = await blobOfVersion(deps.database, place.instanceId, version ?? place.version);
    if (blobNow !== null && blobNow !== blobId) content = await readContent(deps.database, blobNow, deps.store.bucket);
  }
  if (!content) throw new Failure('FILE_NOT_FOUND');
  if (content.quarantined) throw new Failure('UPLOAD_MISMATCH');
  const claimFor = (wanted: readonly PermissionItem[]): string => claimOf(caller, { instanceId: place.instanceId, items: wanted, version });
  return {
    name: place.name,
    content,
    claim: claimFor(needed),
    claimOfBytes: claimFor([...new Set<PermissionItem>([...needed, 'download'])]),
    mayDownload: items.includes('download'),
  };
}

/** What every link to a content carries. */
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
    person: caller.userId,
    ...(caller.speedLimit === null ? {} : { speed: { key: caller.userId, bytesPerSecond: caller.speedLimit } }),
    ...(content.confuse === null ? {} : { confuse: JSON.stringify(content.confuse) }),
  };
}

/** A download asks for many ranges a second; the right is looked at once in this time. */
const rememberMs = 1000;
const mostRemembered = 10_000;

const separator = '.';
const itemSeparator = '+';

/** What a link is for. Null: the content that the file had when it was made, whatever becomes of its versions. */
export interface Linked {
  instanceId: string;
  items: readonly PermissionItem[];
  version: number | null;
}

/** What the link carries, signed: whose right to what it stands on. */
export const claimOf = ({ userId, sessionId, fileSharingId }: Caller, { instanceId, items, version }: Linked): string =>
  [userId, sessionId, instanceId, items.join(itemSeparator), fileSharingId ?? '', version ?? ''].join(separator);

export type MayRead = (claim: string) => boolean | Promise<boolean>;

/** `sessionStands`: whether the session is still there. */
export function standingLinks(
  database: Kysely<Tables>,
  sessionStands: (sessionId: string) => Promise<boolean>,
  now: () => number = () => performance.now(),
): MayRead {
  const known = new Map<string, { at: number; may: boolean | Promise<boolean> }>();
  const ask = async (claim: string): Promise<boolean> => {
    const [userId = '', sessionId = '', instanceId = '', items = '', fileSharingId = '', version = ''] = claim.split(separator);
    const asker = { userId, ...(fileSharingId !== '' && { fileSharingId }) };
    if (!(await sessionStands(sessionId))) return false;
    const wanted = items.split(itemSeparator) as PermissionItem[];
    return stillMay(database, asker, instanceId, wanted, version === '' ? null : Number(version));
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
