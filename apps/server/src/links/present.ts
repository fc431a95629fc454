import { maskedName } from '@alcove/contract';
import type { Instance } from '@alcove/contract';

/** An item without what only colleagues may know: names are masked, and nobody's tags and marks are told. */
export const asVisitorsSee = <Item extends Instance>(item: Item): Item => ({
  ...item,
  owner: maskedName(item.owner),
  creator: maskedName(item.creator),
  updatedBy: maskedName(item.updatedBy),
  tags: [],
  collected: false,
  sensitivity: 'normal',
});
