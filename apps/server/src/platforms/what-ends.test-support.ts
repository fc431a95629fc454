/** Each way of signing in with each thing that ends it, and what goes on after that. */
export const ways = ['password', 'passkey', 'qr', 'oidc', 'directory'] as const;
export type Way = (typeof ways)[number];
export const ends = [
  'frozen',
  'expired',
  'left the company',
  'switched off by a push',
  'missing in a sync',
  'platform switched off',
  'platform removed',
  'unlinked from the platform',
  'signed out at the platform, everywhere',
  'signed out at the platform, in one session',
  'password reset',
  'sessions ended by an administrator',
  'signed out here',
] as const;
export type End = (typeof ends)[number];

export interface Cell {
  way: Way;
  end: End;
}

const ofPlatforms: readonly End[] = ['missing in a sync', 'platform switched off', 'platform removed', 'unlinked from the platform'];
const ofProviders: readonly End[] = ['signed out at the platform, everywhere', 'signed out at the platform, in one session'];

const isPossible = ({ way, end }: Cell): boolean =>
  (way === 'oidc' || !ofProviders.includes(end)) && (way === 'oidc' || way === 'directory' || !ofPlatforms.includes(end));

export const everyCell: Cell[] = ways.flatMap((way) => ends.map((end) => ({ way, end }))).filter(isPossible);

/** What differs in the code: each end, and each way with each kind of end. */
export const traitsOf = ({ way, end }: Cell): string[] => {
  const kind = ofPlatforms.includes(end) ? 'of the platform' : goesOn({ way, end }).length === 0 ? 'of the person' : 'of the session';
  return [end, `${way} ${kind}`];
};

/** Its end is that of the whole platform, or needs its own rules: no other cell may sign in with it. */
export const needsOwnPlatform = ({ end }: Cell): boolean => ofPlatforms.includes(end);

const [external, again, other] = ['external link', 'another sign-in', 'session by another way'];

/** What still works after the end, in the order of the alphabet. */
export function goesOn({ way, end }: Cell): string[] {
  switch (end) {
    case 'frozen':
    case 'expired':
    case 'left the company':
    case 'switched off by a push':
    case 'missing in a sync':
      return [];
    case 'platform switched off':
    case 'platform removed':
    case 'unlinked from the platform':
      return [external, other].sort();
    case 'signed out at the platform, everywhere':
      return [again, external, other].sort();
    case 'password reset':
      return way === 'password' || way === 'qr' ? [external] : [again, external].sort();
    case 'sessions ended by an administrator':
      // Whoever signs in by a code needs a phone that is signed in.
      return way === 'qr' ? [external] : [again, external].sort();
    // Another device of theirs stays signed in.
    case 'signed out at the platform, in one session':
    case 'signed out here':
      return [again, 'client', external, 'scanned browser', other].sort();
    default:
      return end satisfies never;
  }
}

/** What works once the end was taken back, in the order of the alphabet: nothing that ended comes back by itself. Null: it cannot be taken back. */
export function worksAgain({ way, end }: Cell): string[] | null {
  switch (end) {
    case 'frozen':
    case 'expired':
    case 'switched off by a push':
    case 'missing in a sync':
      // A link sleeps while its giver may not sign in.
      return way === 'qr' ? [external] : [again, external].sort();
    case 'platform switched off':
      return [again, external, other].sort();
    default:
      return null;
  }
}
