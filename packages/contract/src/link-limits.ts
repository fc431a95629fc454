/**
 * How often the calls of links may be made. Each is limited per visit, per address and per link, the narrowest first: so who is refused for their own sake
 * uses up nothing of the link or the address, which others share.
 */
import type { CallLimit } from './call.ts';

const seconds = 600;

/** Of what a visitor does: more than a person at a browser. The visitors of one office share an address. */
const ofVisit = (times: number): readonly CallLimit[] => [
  { times, seconds, per: 'caller' },
  { times: 5 * times, seconds, per: 'address' },
  { times: 20 * times, seconds, per: 'link' },
];

/** Looks at the link and at its folders. */
export const linkReads = ofVisit(1200);
/** What a page does for each of up to 500 files, or an upload for each file. */
export const linkFiles = ofVisit(3000);
/** What an upload does for each part. */
export const linkParts = ofVisit(12_000);
/** Lists everything below a folder, or copies it. */
export const linkTrees = ofVisit(300);

/** Before a visit begins, there is only an address. Many addresses together are slowed at the link, and never for long. */
export const linkGate = [
  { times: 1200, seconds, per: 'address' },
  { times: 6000, seconds, per: 'link' },
] as const satisfies CallLimit[];
export const linkPasswords = [
  { times: 600, seconds, per: 'address' },
  { times: 3000, seconds, per: 'link' },
] as const satisfies CallLimit[];

/** Of those who make links. */
export const linksOfPeople = { times: 3000, seconds, per: 'caller' } as const satisfies CallLimit;
