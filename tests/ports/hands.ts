/** What the page of the suite asks of the test around it; bytes are base64. */
export interface Hands {
  /** Writes a file to disk and chooses it in the page's file chooser; returns its path. */
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
/** The person signed in; uploads go to their personal files. */
export interface SuitePerson {
  userId: string;
  rootId: string;
}
