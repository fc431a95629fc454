import type { FileRole, PermissionItem } from '@alcove/contract';
import { t, type PlainKey } from '../../i18n/index.ts';

const roles: Record<FileRole, PlainKey> = {
  forbidden: 'explain.roleForbidden',
  observer: 'explain.roleObserver',
  reader: 'explain.roleReader',
  defaultRole: 'explain.roleDefaultRole',
  viewer: 'explain.roleViewer',
  uploader: 'explain.roleUploader',
  editor: 'explain.roleEditor',
  operator: 'explain.roleOperator',
  sharedPerson: 'explain.roleSharedPerson',
  manager: 'explain.roleManager',
  downloader: 'explain.roleDownloader',
  sharer: 'explain.roleSharer',
};
/** In the order in which people look for them. */
const items: Record<PermissionItem, PlainKey> = {
  list: 'explain.itemList',
  search: 'explain.itemSearch',
  attribute: 'explain.itemAttribute',
  preview: 'explain.itemPreview',
  onlineReading: 'explain.itemOnlineReading',
  comment: 'explain.itemComment',
  download: 'explain.itemDownload',
  copy: 'explain.itemCopy',
  upload: 'explain.itemUpload',
  rename: 'explain.itemRename',
  move: 'explain.itemMove',
  delete: 'explain.itemDelete',
  tag: 'explain.itemTag',
  collect: 'explain.itemCollect',
  historyView: 'explain.itemHistoryView',
  historyRestore: 'explain.itemHistoryRestore',
  share: 'explain.itemShare',
  historyManage: 'explain.itemHistoryManage',
  fileSync: 'explain.itemFileSync',
  personnelManagement: 'explain.itemPersonnelManagement',
};

export const roleName = (role: FileRole): string => t(roles[role]);
export const itemName = (item: PermissionItem): string => t(items[item]);
export const itemsInOrder = Object.keys(items) as PermissionItem[];
