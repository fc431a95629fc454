import type { LinkContent, LinkGate, LinkInstance, FolderDownload, Page, PlacedItem, Preview, Thumbnails } from '@alcove/contract';
import type { Wired } from '../../api/wire.ts';

/** A call of the page: the contract's declarations carry their schemas, which would weigh as much as the page itself. */
export interface VisitorCall<Input, Answer> extends Wired {
  /** Done once however often it is sent: it carries an idempotency key. */
  once?: true;
  /** Carry the types only; never set. */
  input?: Input;
  answer?: Answer;
}

const get = <Input, Answer>(name: string): VisitorCall<Input, Answer> => ({
  method: 'GET',
  path: `/disk/api/link/${name}`,
  fieldsIn: 'query',
});
const post = <Input, Answer>(name: string): VisitorCall<Input, Answer> => ({
  method: 'POST',
  path: `/disk/api/link/${name}`,
  fieldsIn: 'json',
});

type Nothing = Record<never, never>;
export interface PageAsked {
  parentId?: string;
  keyword?: string;
  page: number;
  pageSize: number;
  sortField: string;
  sortOrder: string;
}

/** Each without `linkPath`, which every one has. `calls.test.ts` compares them with the contract. */
export const linkCalls = {
  queryConfig: get<Nothing, LinkGate>('queryConfig'),
  queryLoginAuth: get<Nothing, { allowed: boolean }>('queryLoginAuth'),
  checkPassword: get<Nothing, { shareToken: string; expiresIn: number }>('checkPassword'),
  queryAttribute: get<Nothing, LinkContent>('queryAttribute'),
  queryInstancePage: post<PageAsked, Page<LinkInstance>>('queryInstancePage'),
  addViewCount: post<Nothing, { visits: number }>('addViewCount'),
  download: get<{ instanceId: string }, { url: string; fileName: string; fileSize: number }>('download'),
  preview: get<{ instanceId: string; transcode?: 'true' }, Preview>('preview'),
  thumbnails: post<{ instanceIds: readonly string[] }, Thumbnails>('thumbnails'),
  queryFolderDownload: post<{ instanceIds: readonly string[] }, FolderDownload>('queryFolderDownload'),
  copy: {
    ...post<{ instanceIds: readonly string[]; targetParentId: string }, PlacedItem[]>('copy'),
    once: true,
  } satisfies VisitorCall<unknown, unknown>,
} as const;
