import { usePhone } from '../use-media.ts';

/**
 * The size of a field among the filters of a list, `width` px wide. On a phone it is as high as a finger needs, two fill a line, and it
 * starts where the search field does: only the words of a filter without a border start 8 px further left.
 */
export function useFieldSize(width: number): { w: number | string; ms: number; size: 'xs' | 'lg' } {
  return usePhone() ? { w: 'calc(50% - 16px)', ms: 8, size: 'lg' } : { w: width, ms: 0, size: 'xs' };
}
