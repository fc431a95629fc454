import type { InstanceSortField } from '@alcove/contract';
import type { PlainKey } from '../../i18n/index.ts';

export const sortNames: Record<InstanceSortField, PlainKey> = {
  instanceName: 'files.sortName',
  fileSize: 'files.sortSize',
  updateTime: 'files.sortUpdated',
  createTime: 'files.sortCreated',
  category: 'files.sortCategory',
};
