import type { FoundInstance } from '@alcove/contract';
import { t, type PlainKey } from '../../i18n/index.ts';

const spaces: Record<FoundInstance['instanceType'], PlainKey> = {
  '1': 'shell.personalFile',
  '2': 'shell.groupFile',
  '3': 'shell.departmentFiles',
  '4': 'shell.personalFile',
};

/** A result's location as text: the kind of space, its group, department or sharer, and the folders that the reader may see. */
export function wayTo(item: FoundInstance): string {
  const whole = item.instancePathIds.length === item.parentNames.length + 2;
  const place = item.placeName === undefined ? [] : [item.placeName];
  return [t(whole ? spaces[item.instanceType] : 'shell.fileShare'), ...place, ...item.parentNames].join(' / ');
}
