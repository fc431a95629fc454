/** Secrets that people copy from paper. */
import { createHash, randomBytes } from 'node:crypto';

/** Without letters that look like digits. 32 of them, so each stands for five bits. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** So many random signs, in groups. */
export const drawWritten = (length: number, group: number): string =>
  Array.from(randomBytes(length), (byte, index) => `${index > 0 && index % group === 0 ? '-' : ''}${signs[byte % signs.length]}`).join('');

/** Case, spaces and hyphens do not count, and letters that look like a digit are that digit. */
export const hashWritten = (written: string): Buffer =>
  createHash('sha256').update(written.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')).digest();
