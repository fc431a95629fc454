/** What is highly sensitive stays inside the company. Pure. */
import { mostSensitive } from '@alcove/contract';
import type { InstanceId, Sensitivity, SensitivityOf } from '@alcove/contract';

/** How sensitive a place is, and what lets people from outside look at it. */
export interface Exposure {
  sensitivity: SensitivityOf;
  /** Itself and the folders above it that a link shares outside. */
  linked: readonly InstanceId[];
}

export interface Arriving {
  /** The level that will be its own there, whatever the level of its folder. */
  own: Sensitivity;
  /** Something in it has a level of its own that is high. */
  holdsHigh: boolean;
  /** Where it was until now. Null: it is new. */
  from: Exposure | null;
}

/**
 * Whether something highly sensitive would come into what is shared outside. What becomes highly sensitive only by its new folder counts too, unless the
 * same links are above it already: inside what is closed for visitors anyway, people may tidy up.
 */
export function wouldGoOut(into: Exposure, { own, holdsHigh, from }: Arriving): boolean {
  if (into.linked.length === 0) return false;
  if (own === 'high' || holdsHigh) return true;
  const comesUnderMore = into.linked.some((id) => !from?.linked.includes(id));
  return comesUnderMore && mostSensitive([into.sensitivity.own, into.sensitivity.above]) === 'high';
}
