import { useQuery } from '@tanstack/react-query';
import { previewKindOf, type Instance } from '@alcove/contract';
import { may } from '../../items/may.ts';
import { previewOf } from '../../items/file-queries.ts';

/** Larger images load only when they are opened. */
const mostBytes = 20 * 1024 * 1024;

/** Preloads the image that is probably viewed next. Only images: opening any other kind makes work for the server. */
export function Preload({ item }: { item: Instance }) {
  const wanted = previewKindOf(item.instanceName) === 'image' && item.fileSize <= mostBytes && may(item, 'preview');
  const { data } = useQuery({ ...previewOf(item), enabled: wanted, retry: false });
  return data?.kind === 'image' ? <img src={data.url} alt="" hidden fetchPriority="low" /> : null;
}
