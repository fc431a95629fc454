/**
 * The matrix of what ends: each way of signing in, with each thing that ends it, and everything that a person opened by that way.
 *
 * A row is an end, a column is something open. What the table does not name is over within a second, whatever the way. Of the ways, only those that
 * are named go on. All columns of a row are opened and asked at once.
 *
 * Not a column: an address to which a part of an upload is sent. A bucket answers it without asking us; it reads nothing, and what it brings
 * becomes a file only by a save, which is one. Nor the address of a folder, which answers only who is signed in (identity/sessions.test.ts). What visitors of a person's links have open is in link-visits/what-ends.test.ts, what permissions give in
 * access-report/what-ends.test.ts.
 */
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
  'own new password',
  'sessions ended by an administrator',
  'ended on another device',
  'said not to be theirs',
  'signed out here',
] as const;
export type End = (typeof ends)[number];

/** `once`: it can be asked only once, because it does something. */
export const columns = {
  browser: 'often',
  'the same in another process': 'often',
  stream: 'often',
  'stream of another process': 'often',
  'address of a download': 'often',
  'address of a preview': 'often',
  client: 'often',
  'scanned browser': 'often',
  'visit of a link': 'often',
  'session by another way': 'often',
  'external link': 'often',
  'running download': 'once',
  'save of an upload': 'once',
  'code that is scanned': 'once',
  'confirmed code': 'once',
  'sign-in that waits for the second factor': 'once',
  'another sign-in': 'once',
} as const;
export type Column = keyof typeof columns;
type GoesOn = Partial<Record<Column, readonly Way[]>>;

const [external, another, waits, other] = [
  'external link',
  'another sign-in',
  'sign-in that waits for the second factor',
  'session by another way',
] as const;
const without = (...some: Way[]): Way[] => ways.filter((way) => !some.includes(way));
const ofDevices: GoesOn = { client: ways, 'scanned browser': ways, [other]: ways, [external]: ways, [another]: ways };

/** What goes on after the end. */
const table: Record<End, GoesOn> = {
  frozen: {},
  expired: {},
  'left the company': {},
  'switched off by a push': {},
  'missing in a sync': {},
  'platform switched off': { [external]: ways, [other]: ways },
  'platform removed': { [external]: ways, [other]: ways },
  'unlinked from the platform': { [external]: ways, [other]: ways },
  'signed out at the platform, everywhere': { [external]: ways, [other]: ways, [another]: ways },
  'signed out at the platform, in one session': ofDevices,
  // Whoever signs in by a code needs a phone that is signed in.
  'password reset': { [external]: ways, [another]: without('password', 'qr') },
  'own new password': { [external]: ways, [other]: ways, [another]: without('password') },
  'sessions ended by an administrator': { [external]: ways, [another]: without('qr') },
  // Another device of theirs stays signed in.
  'ended on another device': { ...ofDevices, [waits]: ways },
  // A password that a stranger may know opens nothing on a device that is new.
  'said not to be theirs': { [external]: ways, [other]: ways, [another]: without('password') },
  'signed out here': { ...ofDevices, [waits]: ways },
};

/** What works once the end was taken back: nothing that ended comes back by itself. A link sleeps while its giver may not sign in. */
const afterwards: Partial<Record<End, GoesOn>> = {
  frozen: { [external]: ways, [another]: without('qr') },
  expired: { [external]: ways, [another]: without('qr') },
  'switched off by a push': { [external]: ways, [another]: without('qr') },
  'missing in a sync': { [external]: ways, [another]: without('qr') },
  'platform switched off': { [external]: ways, [other]: ways, [another]: ways },
};

export interface Cell {
  way: Way;
  end: End;
}

const inRow = (row: GoesOn, way: Way): Column[] =>
  (Object.keys(columns) as Column[])
    // A code asks for no second factor.
    .filter((column) => row[column]?.includes(way) && !(column === waits && way === 'qr'))
    .sort();
export const goesOn = ({ way, end }: Cell): Column[] => inRow(table[end], way);
/** Null: the end cannot be taken back. */
export const worksAgain = ({ way, end }: Cell): Column[] | null => {
  const row = afterwards[end];
  return row ? inRow(row, way) : null;
};

const ofPlatforms: readonly End[] = ['missing in a sync', 'platform switched off', 'platform removed', 'unlinked from the platform'];
const ofProviders: readonly End[] = ['signed out at the platform, everywhere', 'signed out at the platform, in one session'];

const isPossible = ({ way, end }: Cell): boolean =>
  (way === 'oidc' || !ofProviders.includes(end)) &&
  (way === 'oidc' || way === 'directory' || !ofPlatforms.includes(end)) &&
  // Nobody is asked about a browser whose code they confirmed.
  (way !== 'qr' || end !== 'said not to be theirs');

export const everyCell: Cell[] = ways.flatMap((way) => ends.map((end) => ({ way, end }))).filter(isPossible);

/** What differs in the code: each end, and each way with each kind of end. */
export const traitsOf = ({ way, end }: Cell): string[] => {
  const kind = ofPlatforms.includes(end) ? 'of the platform' : goesOn({ way, end }).length === 0 ? 'of the person' : 'of the session';
  return [end, `${way} ${kind}`];
};

/** Its end is that of the whole platform, or needs its own rules: no other cell may sign in with it. */
export const needsOwnPlatform = ({ end }: Cell): boolean => ofPlatforms.includes(end);
