import { useQuery } from '@tanstack/react-query';
import { previewKindOf, type Instance } from '@alcove/contract';
import { may } from '../../items/may.ts';
import { previewOf } from '../../items/file-queries.ts';

/** Larger ones are fetched when they are asked for. */
const mostBytes = 20 * 1024 * 1024;

/** The picture that is probably looked at next, already fetched. Only pictures: of everything else asking already makes work. */
export function Preload({ item }: { item: Instance }) {
  const wanted = previewKindOf(item.instanceName) === 'image' && item.fileSize <= mostBytes && may(item, 'preview');
  const { data } = useQuery({ ...previewOf(item), enabled: wanted, retry: false });
  return data?.kind === 'image' ? <img src={data.url} alt="" hidden fetchPriority="low" /> : null;
}
