import type { AnswerOf, InputOf, calls } from '@alcove/contract';
import type { Wired } from '../../api/wire.ts';

/** A call of the page: the contract's declarations carry their schemas, which would weigh as much as the page itself. */
export interface VisitorCall<Input, Answer> extends Wired {
  /** Done once however often it is sent: it carries an idempotency key. */
  once?: boolean;
  /** Carry the types only; never set. */
  input?: Input;
  answer?: Answer;
}

type Links = typeof calls.link;
/** Without `linkPath`, which every one has. */
type Of<Name extends keyof Links> = VisitorCall<Omit<InputOf<Links[Name]>, 'linkPath'>, AnswerOf<Links[Name]>>;

const get = <Name extends keyof Links>(name: Name): Of<Name> => ({ method: 'GET', path: `/disk/api/link/${name}`, fieldsIn: 'query' });
const post = <Name extends keyof Links>(name: Name, fieldsIn: Wired['fieldsIn'] = 'json', once = false): Of<Name> => ({
  method: 'POST',
  path: `/disk/api/link/${name}`,
  fieldsIn,
  once,
});

/** `calls.test.ts` compares them with the contract. */
export const linkCalls = {
  queryConfig: get('queryConfig'),
  queryLoginAuth: get('queryLoginAuth'),
  checkPassword: get('checkPassword'),
  queryAttribute: get('queryAttribute'),
  queryInstancePage: post('queryInstancePage'),
  addViewCount: post('addViewCount'),
  download: get('download'),
  preview: get('preview'),
  thumbnails: post('thumbnails'),
  queryFolderDownload: post('queryFolderDownload'),
  copy: post('copy', 'json', true),
  checkUploadAble: post('checkUploadAble', 'query'),
  checkUploads: post('checkUploads'),
  secondUpload: post('secondUpload', 'query'),
  queryUploadAuth: post('queryUploadAuth', 'query'),
  upload: post('upload', 'query'),
  uploads: post('uploads'),
  recycleStorageFile: post('recycleStorageFile'),
  createFolder: post('createFolder', 'form', true),
  batchCreateFolder: post('batchCreateFolder', 'json', true),
} as const;
