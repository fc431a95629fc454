import type { PermissionItem } from '@alcove/contract';
import { t, type PlainKey } from '../../i18n/index.ts';

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

export const itemName = (item: PermissionItem): string => t(items[item]);
export const itemsInOrder = Object.keys(items) as PermissionItem[];
