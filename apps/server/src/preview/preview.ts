import { limits } from '@alcove/contract';
import type { FailureCode, PreparingPreview, Preview, RequestOf, calls } from '@alcove/contract';
import { grantOf, openFile } from '../download/index.ts';
import type { DownloadDeps, OpenedFile } from '../download/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import type { AuthorisedContext } from '../permission/index.ts';
import { sourceOf } from '../renditions/index.ts';
import type { Refusal, RenditionKind, Renditions, RenditionState } from '../renditions/index.ts';
import type { StoredContent } from '../contents/index.ts';
import { previewType } from './content-types.ts';
import { howShown, isStream, isText, isVideo, mayBeStream, streamHeadBytes, transcoded } from './how-shown.ts';
import type { Shown } from './how-shown.ts';

export interface PreviewDeps extends DownloadDeps {
  renditions: Renditions;
}

/** A preview is read piece by piece while it is open. */
const linkSeconds = 3600;
/** Most documents are ready within this time; after it, the answer says that the preview is being made. */
const waitMs = { film: 300, other: 8000 };

/**
 * A signed link to what is shown: the file's bytes or a rendition. Media are streamed, whatever their size. Throws FILE_NOT_FOUND,
 * IS_A_FOLDER, PREVIEW_UNSUPPORTED, PREVIEW_VIDEO, PREVIEW_TOO_LARGE, and what `failureOf` returns.
 */
export async function previewLink(
  deps: PreviewDeps,
  input: Pick<RequestOf<typeof calls.download.preview>, 'instanceId' | 'version' | 'transcode'>,
  context: AuthorisedContext,
): Promise<Preview> {
  return previewOpened(deps, await openFile(deps, input, context), input, context);
}

/** The same for a file that was opened; whoever opened it knows that the caller may see it. */
export async function previewOpened(
  deps: PreviewDeps,
  opened: OpenedFile,
  { transcode }: Pick<RequestOf<typeof calls.download.preview>, 'transcode'>,
  context: UserContext,
): Promise<Preview> {
  const { name, content } = opened;
  const asNamed = await shownOf(deps, opened);
  const shown = transcode ? transcoded(asNamed) : asNamed;
  if (shown === null) throw new Failure(isVideo(name) ? 'PREVIEW_VIDEO' : 'PREVIEW_UNSUPPORTED');
  const isMedia = shown.kind === 'video' || shown.kind === 'audio';
  if (content.size > limits.previewBytes && !isMedia) throw new Failure('PREVIEW_TOO_LARGE');
  const file = { kind: shown.kind, fileName: name, fileSize: content.size };
  if (shown.from === 'content') {
    const original = { ...opened, claim: opened.claimOfBytes };
    return { url: linkTo(deps, original, context, { bytes: content, contentType: previewType(name) }), ...file };
  }

  const state = await madeOf(deps, content, shown.from, name, context);
  if (state.state === 'waiting') return preparing(state, { ...file, of: shown.kind });
  const url = linkTo(deps, opened, context, { bytes: stored(state), contentType: state.contentType });
  return { url, ...file, ...(isText(shown) && { fileSize: state.size }), ...(state.pixels && { pixels: state.pixels }) };
}

/** The name decides, except for extensions with two meanings. */
async function shownOf({ store }: PreviewDeps, { name, content, mayDownload }: OpenedFile): Promise<Shown | null> {
  if (mayBeStream(name) && isStream(await sourceOf(store, content).head(streamHeadBytes))) return { kind: 'video', from: 'video' };
  return howShown(name, mayDownload);
}

/** The state of a content's rendition. Throws what `failureOf` returns if there is none. */
export async function madeOf(
  { renditions }: PreviewDeps,
  content: StoredContent,
  kind: RenditionKind,
  name: string,
  { caller }: UserContext,
): Promise<Exclude<RenditionState, { state: 'refused' }>> {
  const state = await renditions.wait(content.id, kind, /^(video|audio)/.test(kind) ? waitMs.film : waitMs.other, caller.userId);
  if (state.state === 'refused') throw new Failure(failureOf(state.reason, name));
  return state;
}

/** It is not ready yet; the answer says how far it is. */
export const preparing = (
  { progress, ahead }: Extract<RenditionState, { state: 'waiting' }>,
  { of, fileName, fileSize }: Pick<PreparingPreview, 'of' | 'fileName' | 'fileSize'>,
): PreparingPreview => ({ kind: 'preparing', of, progress, ahead, fileName, fileSize });

/** Renditions are stored without obfuscation. */
export const stored = ({ objectKey }: { objectKey: string }) => ({ objectKey, confuse: null });

export function linkTo(
  deps: PreviewDeps,
  { name, claim, mayDownload }: Pick<OpenedFile, 'name' | 'claim' | 'mayDownload'>,
  context: UserContext,
  { bytes, contentType }: { bytes: Pick<StoredContent, 'objectKey' | 'confuse'>; contentType: string },
): string {
  return deps.signDownload({
    // Callers who may not download the file get nothing under its name either.
    ...grantOf(deps, bytes, mayDownload ? name : '', context),
    claim,
    disposition: 'inline',
    contentType,
    expiresSeconds: linkSeconds,
  });
}

export function failureOf(reason: Refusal, name: string): FailureCode {
  if (isVideo(name) && reason !== 'corrupt' && reason !== 'noRoom') return 'PREVIEW_VIDEO';
  switch (reason) {
    case 'corrupt':
      return 'PREVIEW_CORRUPT';
    case 'encrypted':
      return 'PREVIEW_ENCRYPTED';
    case 'tooLarge':
    case 'tooLong':
      return 'PREVIEW_TOO_COMPLEX';
    case 'failed':
    case 'noRoom':
      return 'PREVIEW_FAILED';
    case 'unsupported':
    case 'missing':
      return 'PREVIEW_UNSUPPORTED';
    default:
      return reason satisfies never;
  }
}
