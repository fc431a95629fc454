/** What the program is told. */
export interface Order {
  /** `tarStream`, `listing7z`: what comes to its standard input, unpacked or said by another program; the others are asked for piece by piece. */
  format: 'zip' | 'gzip' | 'tar' | 'tarStream' | 'listing7z';
  /** Of the archive. */
  size: number;
  /** The entry at this place of the listing, or all of them; which kind of office document it is, or so many characters of what it says. */
  work: 'list' | 'document' | { unpack: number } | { text: number };
  /** So many entries are listed; the others are counted. */
  mostEntries: number;
}

/** An entry as the archive tells it. Its name is no path of ours. */
export interface RawEntry {
  name: string;
  size: number | null;
  /** ISO, without a zone where the archive names none. */
  modifiedAt: string | null;
  folder: boolean;
  locked: boolean;
}

export interface RawListing {
  entries: RawEntry[];
  more: number;
}

/** Where the program leaves what it made, in its own folder. */
export const made = 'made';
/** What it ends with: the archive is at fault, and the reason is what it said last; the disk or the server is. */
export const exits = { refused: 65, fault: 74 };
