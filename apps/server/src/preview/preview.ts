import { limits } from '@alcove/contract';
import type { FailureCode, Preview, RequestOf, calls } from '@alcove/contract';
import { grantOf, openFile } from '../download/index.ts';
import type { DownloadDeps } from '../download/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import type { Refusal, Renditions } from '../renditions/index.ts';
import type { StoredContent } from '../upload/index.ts';
import { previewType } from './content-types.ts';
import { howShown, isVideo } from './how-shown.ts';

export interface PreviewDeps extends DownloadDeps {
  renditions: Renditions;
}

/** A preview is read piece by piece while it is open. */
const linkSeconds = 3600;
/** Most documents are ready within this time; who waits longer is told that it is being made. */
const waitMs = { film: 300, other: 8000 };

/**
 * A signed link to what is shown: the bytes themselves, or what was made of them. Media play as a stream, whatever their size.
 * Throws FILE_NOT_FOUND, IS_A_FOLDER, PREVIEW_UNSUPPORTED, PREVIEW_VIDEO, PREVIEW_TOO_LARGE, and what `failureOf` names.
 */
export async function previewLink(
  deps: PreviewDeps,
  input: RequestOf<typeof calls.download.preview>,
  context: UserContext,
): Promise<Preview> {
  const { name, content, claim, mayDownload } = await openFile(deps, input, context, 'preview');
  const shown = howShown(name, mayDownload);
  if (shown === null) throw new Failure(isVideo(name) ? 'PREVIEW_VIDEO' : 'PREVIEW_UNSUPPORTED');
  const isMedia = shown.kind === 'video' || shown.kind === 'audio';
  if (content.size > limits.previewBytes && !isMedia) throw new Failure('PREVIEW_TOO_LARGE');
  const file = { fileName: name, fileSize: content.size };
  const link = (bytes: Pick<StoredContent, 'objectKey' | 'confuse'>, contentType: string): string =>
    deps.signDownload({
      ...grantOf(deps, bytes, name, context),
      claim,
      disposition: 'inline',
      contentType,
      expiresSeconds: linkSeconds,
    });
  if (shown.from === 'content') return { url: link(content, previewType(name)), kind: shown.kind, ...file };

  const state = await deps.renditions.wait(content.id, shown.from, isMedia ? waitMs.film : waitMs.other);
  if (state.state === 'waiting') return { kind: 'preparing', of: shown.kind, progress: state.progress, ...file };
  if (state.state === 'refused') throw new Failure(failureOf(state.reason, name));
  const url = link({ objectKey: state.objectKey, confuse: null }, state.contentType);
  return { url, kind: shown.kind, ...file, ...(state.pixels && { pixels: state.pixels }) };
}

function failureOf(reason: Refusal, name: string): FailureCode {
  if (isVideo(name) && reason !== 'missing') return 'PREVIEW_VIDEO';
  switch (reason) {
    case 'corrupt':
      return 'PREVIEW_CORRUPT';
    case 'encrypted':
      return 'PREVIEW_ENCRYPTED';
    case 'tooLarge':
    case 'tooLong':
      return 'PREVIEW_TOO_COMPLEX';
    case 'failed':
      return 'PREVIEW_FAILED';
    case 'unsupported':
    case 'missing':
      return 'PREVIEW_UNSUPPORTED';
    default:
      return reason satisfies never;
  }
}
