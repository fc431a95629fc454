import { instanceTypes } from '@alcove/contract';
import type { FoundInstance } from '@alcove/contract';
import { t, type PlainKey } from '../../i18n/index.ts';

const spaces: Record<FoundInstance['instanceType'], PlainKey> = {
  [instanceTypes.personal]: 'shell.personalFile',
  [instanceTypes.group]: 'shell.groupFile',
  [instanceTypes.department]: 'shell.departmentFiles',
  [instanceTypes.library]: 'shell.personalFile',
};

/** A result's location as text: the kind of space, its group, department or sharer, and the folders that the reader may see. */
export function wayTo(item: FoundInstance): string {
  const whole = item.instancePathIds.length === item.parentNames.length + 2;
  const place = item.placeName === undefined ? [] : [item.placeName];
  return [t(whole ? spaces[item.instanceType] : 'shell.fileShare'), ...place, ...item.parentNames].join(' / ');
}
