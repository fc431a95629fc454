/** Keys are made by the server and opaque. Their grammar is narrow, so that no proxy or engine interprets one differently. */
const SEGMENT = '[A-Za-z0-9][A-Za-z0-9._-]*';
const KEY = new RegExp(`^${SEGMENT}(?:/${SEGMENT})*$`);
const LONGEST_KEY = 512;

export const isObjectKey = (key: string) => key.length <= LONGEST_KEY && KEY.test(key);

export function assertObjectKey(key: string): void {
  if (!isObjectKey(key)) throw new TypeError('not an object key');
}

/** The characters that all engines accept. */
export function assertBucketName(bucket: string): void {
  if (!/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(bucket)) throw new TypeError('not a bucket name: 3 to 63 of a-z, 0-9 and -');
}
