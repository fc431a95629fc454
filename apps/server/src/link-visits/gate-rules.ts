/** Whether the gate of a link opens. Pure. */
import type { FailureCode } from '@alcove/contract';
import type { GateRow } from '../links/index.ts';
import type { Standing } from '../permission/index.ts';

/**
 * Why nobody can open the link; null if somebody can. A failed link answers like one that never was, except for the lack of the file, which visitors are
 * told in the words of the specification.
 */
export function whyClosed(gate: GateRow | undefined): FailureCode | null {
  if (!gate) return 'LINK_WRONG';
  if (gate.state === 'failed') return gate.reason === 'deleted' ? 'LINK_FILE_GONE' : 'LINK_WRONG';
  if (gate.ended || gate.state === 'expired') return 'LINK_EXPIRED';
  // Its creator sees it before anybody else does.
  if (gate.state === 'verifying') return gate.own ? null : 'LINK_VERIFYING';
  if (!gate.granted) return 'LINK_WRONG';
  return gate.used_up && !gate.inside ? 'LINK_USED_UP' : null;
}

/**
 * Why an open link gives nothing now. A link lasts as long as its creator works here, whatever term it has besides; everything else that closes it for a
 * while looks as if the file were not there. `standing`: of its creator at its item.
 */
export const whyAsleep = (standing: Standing | undefined): FailureCode =>
  standing?.live === true && !standing.active ? 'LINK_EXPIRED' : 'LINK_FILE_GONE';

/** Why whoever is signed in, or nobody, is not let in; null if they are. */
export function whyNotLetIn({ visitor_type: type, named }: GateRow, person: { userId: string } | null): FailureCode | null {
  if (type === 'everyone') return null;
  if (person === null) return 'LINK_LOGIN_NEEDED';
  return type === 'persons' && !named ? 'LINK_NOT_NAMED' : null;
}
