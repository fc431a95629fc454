/** Why the data folder is not usable. The reason has a kind, so that the terminal can state it in its language. */
export type FolderTrouble =
  | { kind: 'inUse'; folder: string; processId: number }
  | { kind: 'ofAnother'; folder: string }
  | { kind: 'notAllowed' | 'readOnly' | 'noFolder' | 'diskFull'; folder: string };

export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
  readonly trouble: FolderTrouble;

  constructor(trouble: FolderTrouble, options?: ErrorOptions) {
    super(`The data folder ${trouble.folder} cannot be used: ${trouble.kind}`, options);
    this.trouble = trouble;
  }
}

const kinds: Record<string, 'notAllowed' | 'readOnly' | 'noFolder' | 'diskFull'> = {
  EACCES: 'notAllowed',
  EPERM: 'notAllowed',
  EROFS: 'readOnly',
  ENOTDIR: 'noFolder',
  EEXIST: 'noFolder',
  ENOSPC: 'diskFull',
  EDQUOT: 'diskFull',
};

/** What a failed system call on the folder, or below it, means. Null if it means none of these. */
export function troubleOf(error: unknown, folder: string): FolderTrouble | null {
  const kind = kinds[(error as NodeJS.ErrnoException).code ?? ''];
  return kind ? { kind, folder } : null;
}
