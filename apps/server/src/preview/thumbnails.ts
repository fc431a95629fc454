import { extensionOf, hasThumbnail, limits, previewKindOf } from '@alcove/contract';
import type { BlobId, calls, RequestOf, Thumbnail, Thumbnails } from '@alcove/contract';
import { claimOf, grantOf } from '../download/index.ts';
import type { UserContext } from '../http/index.ts';
import { authoriseEach } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import { isVideo } from './how-shown.ts';
import type { PreviewDeps } from './preview.ts';

/** As long as a page of a list may stay open before it asks again. */
const linkSeconds = 3600;

/**
 * Thumbnails of the files that the caller may preview. Null for files that the caller may not see, that do not exist, or that have no
 * thumbnail.
 */
export async function thumbnails(
  deps: PreviewDeps,
  { instanceIds }: Pick<RequestOf<typeof calls.download.thumbnails>, 'instanceIds'>,
  context: UserContext,
): Promise<Thumbnails> {
  const verdicts = await authoriseEach(deps.database, context.caller, instanceIds, 'preview');
  const wanted = new Map<string, ItemContext & { blobId: BlobId }>();
  for (const [id, verdict] of verdicts) if (!(verdict instanceof Error) && canHave(verdict.place)) wanted.set(id, verdict.place);

  const { visitor } = context.caller;
  if (visitor)
    for (const [id, release] of await deps.releases(deps.database, visitor.linkId, [...wanted.values()]))
      if (release !== 'released') wanted.delete(id);

  // A document's thumbnail is made from its PDF rendition, which is only made when somebody opens the document.
  const documents = [...wanted.values()].filter(isDocument).map(({ blobId }) => blobId);
  const opened = documents.length === 0 ? new Set<string>() : await deps.renditions.ready(documents, 'document');
  for (const [id, place] of wanted) if (isDocument(place) && !opened.has(place.blobId)) wanted.delete(id);

  const states = await deps.renditions.ask(
    [...wanted.values()].map(({ blobId }) => blobId),
    'thumbnail',
    context.caller.userId,
  );
  const thumbnailOf = (place: ItemContext & { blobId: BlobId }): Thumbnail | null => {
    const state = states.get(place.blobId);
    if (state?.state === 'waiting') return { preparing: true };
    if (state?.state !== 'ready') return null;
    const url = deps.signDownload({
      ...grantOf(deps, { objectKey: state.objectKey, confuse: null }, place.name, context),
      claim: claimOf(context.caller, { instanceId: place.instanceId, items: ['preview'], version: null, newest: place.version }),
      disposition: 'inline',
      contentType: state.contentType,
      expiresSeconds: linkSeconds,
    });
    return { url };
  };
  return Object.fromEntries(
    instanceIds.map((id) => {
      const place = wanted.get(id);
      return [id, place === undefined ? null : thumbnailOf(place)];
    }),
  );
}

/** Only a part of a video is read, whatever its size. */
const canHave = (place: ItemContext): place is ItemContext & { blobId: BlobId } =>
  place.isFile &&
  place.blobId !== null &&
  place.size > 0 &&
  hasThumbnail(place.name) &&
  (place.size <= limits.previewBytes || isVideo(place.name));

const isDocument = ({ name }: ItemContext): boolean => previewKindOf(name) === 'pdf' && extensionOf(name) !== '.pdf';
