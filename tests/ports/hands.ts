/** What the page asks of the test that runs its suite. Bytes are base64. */
export interface Hands {
  /** Writes a file to disk and chooses it in the page's file chooser. Returns its path. */
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
/** The signed-in person. Uploads go to their personal files. */
export interface SuitePerson {
  userId: string;
  rootId: string;
}
