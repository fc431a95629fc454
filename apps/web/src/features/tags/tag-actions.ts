import { queryOptions } from '@tanstack/react-query';
import { calls, type Instance } from '@alcove/contract';
import { call } from '../../api/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { failureText, refreshFiles } from '../../items/file-actions.ts';
import { through } from '../../items/file-queries.ts';

type Tagged = Pick<Instance, 'instanceId' | 'fileSharingId'>;

/** Tags in use in the item's space, for the tag field. */
export const tagSuggestions = (item: Tagged) =>
  queryOptions({
    queryKey: ['files', 'tags', item.instanceId, through(item)],
    queryFn: ({ signal }) => call(calls.tag.suggest, { instanceId: item.instanceId, ...through(item) }, { signal }),
  });

/** Adds or removes a tag. Resolves to whether it succeeded; a failure is shown. */
export async function setTag(item: Tagged, tag: string, on: boolean): Promise<boolean> {
  try {
    await call(on ? calls.tag.tag : calls.tag.untag, { instanceId: item.instanceId, tag, ...through(item) });
    return true;
  } catch (error) {
    toast.error(failureText(error));
    return false;
  } finally {
    refreshFiles();
  }
}
