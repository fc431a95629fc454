import type { FileRole, PermissionItem } from '@alcove/contract';
import { t, type PlainKey } from '../../i18n/index.ts';

const roles: Record<FileRole, PlainKey> = {
  forbidden: 'accessReport.roleForbidden',
  observer: 'accessReport.roleObserver',
  reader: 'accessReport.roleReader',
  defaultRole: 'accessReport.roleDefaultRole',
  viewer: 'accessReport.roleViewer',
  uploader: 'accessReport.roleUploader',
  editor: 'accessReport.roleEditor',
  operator: 'accessReport.roleOperator',
  sharedPerson: 'accessReport.roleSharedPerson',
  manager: 'accessReport.roleManager',
  downloader: 'accessReport.roleDownloader',
  sharer: 'accessReport.roleSharer',
};
/** In the order in which people look for them. */
const items: Record<PermissionItem, PlainKey> = {
  list: 'accessReport.itemList',
  search: 'accessReport.itemSearch',
  attribute: 'accessReport.itemAttribute',
  preview: 'accessReport.itemPreview',
  onlineReading: 'accessReport.itemOnlineReading',
  comment: 'accessReport.itemComment',
  download: 'accessReport.itemDownload',
  copy: 'accessReport.itemCopy',
  upload: 'accessReport.itemUpload',
  rename: 'accessReport.itemRename',
  move: 'accessReport.itemMove',
  delete: 'accessReport.itemDelete',
  tag: 'accessReport.itemTag',
  collect: 'accessReport.itemCollect',
  historyView: 'accessReport.itemHistoryView',
  historyRestore: 'accessReport.itemHistoryRestore',
  share: 'accessReport.itemShare',
  historyManage: 'accessReport.itemHistoryManage',
  fileSync: 'accessReport.itemFileSync',
  personnelManagement: 'accessReport.itemPersonnelManagement',
};

export const roleName = (role: FileRole): string => t(roles[role]);
export const itemName = (item: PermissionItem): string => t(items[item]);
export const itemsInOrder = Object.keys(items) as PermissionItem[];
