/** The program's instructions. */
export interface Order {
  /**
   * `tarStream` and `listing7z` come on standard input, decompressed or printed by another program. The others are requested piece by
   * piece.
   */
  format: 'zip' | 'gzip' | 'tar' | 'tarStream' | 'listing7z';
  /** Of the archive. */
  size: number;
  /**
   * The task: unpack the entry at this position, list all entries, tell the type of an office document, or return that many characters of
   * its text.
   */
  work: 'list' | 'document' | { unpack: number } | { text: number };
  /** The number of entries to list; the others are only counted. */
  mostEntries: number;
}

/** An entry as the archive describes it. Its name is never used as a path. */
export interface RawEntry {
  name: string;
  size: number | null;
  /** ISO, without a zone if the archive states none. */
  modifiedAt: string | null;
  folder: boolean;
  locked: boolean;
}

export interface RawListing {
  entries: RawEntry[];
  more: number;
}

/** Where the program leaves its output, in its own folder. */
export const made = 'made';
/** Exit codes: the archive is at fault (the last line of output is the reason), or the disk or the server is. */
export const exits = { refused: 65, fault: 74 };
