import { json } from 'node:stream/consumers';
import { cleanName, entryName, limits, previewKindOf } from '@alcove/contract';
import type { AnswerOf, ArchiveEntry, ArchiveListing, Preview, PreparingPreview, RequestOf, calls } from '@alcove/contract';
import { grantOf, openFile } from '../download/index.ts';
import type { OpenedFile } from '../download/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import type { AuthorisedContext } from '../permission/index.ts';
import type { EntryKind } from '../renditions/index.ts';
import { previewType } from './content-types.ts';
import { howShown, isText, isVideo } from './how-shown.ts';
import type { Shown } from './how-shown.ts';
import { linkTo, madeOf, preparing, stored } from './preview.ts';
import type { PreviewDeps } from './preview.ts';

type Request = RequestOf<typeof calls.download.previewEntry>;

/** A download must begin within ten minutes. */
const linkSeconds = 600;

/** Previews one entry of an archive like a file of that name. Archives inside archives are not opened. */
export async function previewEntry(deps: PreviewDeps, input: Request, context: AuthorisedContext): Promise<Preview> {
  const opened = await openFile(deps, input, context);
  const found = await findEntry(deps, opened, input.entry, context);
  if ('kind' in found) return found;
  const { entry, name } = found;
  const shown = howShown(name, opened.mayDownload);
  const kind = shown && kindOf(shown, input.entry);
  if (!shown || !kind) throw new Failure(isVideo(name) ? 'PREVIEW_VIDEO' : 'PREVIEW_UNSUPPORTED');
  const file = { kind: shown.kind, fileName: name, fileSize: entry.size ?? 0 };
  const state = await madeOf(deps, opened.content, kind, name, context);
  if (state.state === 'waiting') return preparing(state, { ...file, of: shown.kind });
  const contentType = shown.from === 'content' ? previewType(name) : state.contentType;
  const fileSize = shown.from === 'content' || isText(shown) ? state.size : file.fileSize;
  const claim = shown.from === 'content' ? opened.claimOfBytes : opened.claim;
  const { mayDownload } = opened;
  return { url: linkTo(deps, { name, claim, mayDownload }, context, { bytes: stored(state), contentType }), ...file, fileSize };
}

/** Downloads one entry of an archive as a file, for callers who may download the archive. */
export async function downloadEntry(
  deps: PreviewDeps,
  input: Request,
  context: AuthorisedContext,
): Promise<AnswerOf<typeof calls.download.downloadEntry>> {
  const opened = await openFile(deps, input, context);
  const found = await findEntry(deps, opened, input.entry, context);
  if ('kind' in found) return found;
  const state = await madeOf(deps, opened.content, `entry:${input.entry}`, found.name, context);
  const fileName = cleanName(found.name) || 'file';
  if (state.state === 'waiting') return preparing(state, { of: 'archive', fileName, fileSize: found.entry.size ?? 0 });
  const url = deps.signDownload({
    ...grantOf(deps, stored(state), fileName, context),
    claim: opened.claim,
    disposition: 'attachment',
    contentType: 'application/octet-stream',
    expiresSeconds: linkSeconds,
  });
  return { url, fileName, fileSize: state.size };
}

/** Videos inside an archive are not transcoded and archives are not opened, because that would have no end. */
function kindOf({ from }: Shown, place: number): EntryKind | null {
  if (from === 'content') return `entry:${place}`;
  return from === 'picture' || from === 'document' || from === 'text' || from === 'page' ? `entry:${place}:${from}` : null;
}

async function findEntry(
  deps: PreviewDeps,
  { name, content }: OpenedFile,
  place: number,
  context: UserContext,
): Promise<{ entry: ArchiveEntry; name: string } | PreparingPreview> {
  if (previewKindOf(name) !== 'archive') throw new Failure('PREVIEW_UNSUPPORTED');
  if (content.size > limits.previewBytes) throw new Failure('PREVIEW_TOO_LARGE');
  const state = await madeOf(deps, content, 'listing', name, context);
  if (state.state === 'waiting') return preparing(state, { of: 'archive', fileName: name, fileSize: content.size });
  const stream = await deps.store.read(state.objectKey);
  if (!stream) throw new Error(`the listing of ${content.id} is missing`);
  const entry = ((await json(stream)) as ArchiveListing).entries[place];
  if (!entry) throw new Failure('FILE_NOT_FOUND');
  if (entry.folder) throw new Failure('IS_A_FOLDER');
  if (entry.locked) throw new Failure('PREVIEW_ENCRYPTED');
  if ((entry.size ?? 0) > limits.previewBytes) throw new Failure('PREVIEW_TOO_LARGE');
  return { entry, name: entryName(entry, name) };
}
