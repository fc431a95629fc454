/** What the page of the suite asks of the test around it; bytes travel as base64. */
export interface Hands {
  /** Writes a file to the disk and picks it in the page's own chooser; answers its path. */
  pickFile(name: string, bytes: string): Promise<string>;
  changeFile(path: string): Promise<void>;
  removeFile(path: string): Promise<void>;
  digest(algorithm: 'md5' | 'sha256', bytes: string): Promise<string>;
  setOnline(online: boolean): Promise<void>;
}
/** What the test asks of the page. */
export interface SuitePage {
  names: readonly string[];
  run(name: string): Promise<void>;
}
/** Whose page it is: uploads go to their personal files. */
export interface SuitePerson {
  userId: string;
  rootId: string;
}
