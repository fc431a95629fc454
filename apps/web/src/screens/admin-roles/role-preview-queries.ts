import { useQuery } from '@tanstack/react-query';
import { calls, type AdminItem, type InputOf, type PermissionItem, type RolePreview } from '@alcove/contract';
import { call } from '../../api/index.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { saveFile } from '../../ui/save-file.ts';

export type RoleItem = AdminItem | PermissionItem;

/** A change of a role that is not saved yet. */
export type AskedChange =
  | { kind: 'company'; content: InputOf<typeof calls.adminRole.preview> }
  | { kind: 'file'; content: InputOf<typeof calls.adminFileRole.preview> };

export type PreviewState =
  | { status: 'none' }
  | { status: 'loading' }
  | { status: 'failed'; error: Error; retry(): void }
  | { status: 'ready'; preview: RolePreview<RoleItem>; exportAll(): Promise<boolean> };

const settlesMs = 400;

const ask = (asked: AskedChange, signal: AbortSignal): Promise<RolePreview<RoleItem>> =>
  asked.kind === 'company'
    ? call(calls.adminRole.preview, asked.content, { signal })
    : call(calls.adminFileRole.preview, asked.content, { signal });

const exportAll = (asked: AskedChange): Promise<boolean> =>
  asked.kind === 'company'
    ? saveFile(calls.adminRole.exportPreview, asked.content)
    : saveFile(calls.adminFileRole.exportPreview, asked.content);

/** What the change would do, asked of the server when nothing was changed for a moment. Null: no items differ. */
export function useRolePreview(asked: AskedChange | null): PreviewState {
  const key = asked === null ? '' : JSON.stringify(asked);
  const settled = useSettled(key, settlesMs);
  const query = useQuery({
    queryKey: ['admin', 'rolePreview', settled],
    queryFn: ({ signal }) => ask(JSON.parse(settled) as AskedChange, signal),
    enabled: settled !== '' && settled === key,
    retry: false,
    // Who holds a role changes all the time.
    staleTime: 0,
    gcTime: 0,
  });
  if (asked === null) return { status: 'none' };
  if (key !== settled || query.isFetching) return { status: 'loading' };
  if (query.error) return { status: 'failed', error: query.error, retry: () => void query.refetch() };
  return query.data ? { status: 'ready', preview: query.data, exportAll: () => exportAll(asked) } : { status: 'loading' };
}
