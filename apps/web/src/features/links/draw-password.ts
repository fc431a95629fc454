/** No characters that look alike in some typeface: 0 O o, 1 I l i, L. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789';
const usualLength = 6;

/** A new access password of six characters, or of as many as it needs at least. Bytes that would favor the first characters are drawn again. */
export function drawPassword(
  least = 0,
  random: (bytes: Uint8Array<ArrayBuffer>) => void = (bytes) => void crypto.getRandomValues(bytes),
): string {
  const fair = 256 - (256 % alphabet.length);
  const length = Math.max(usualLength, least);
  let password = '';
  while (password.length < length) {
    const bytes = new Uint8Array(16);
    random(bytes);
    for (const byte of bytes) if (byte < fair && password.length < length) password += alphabet[byte % alphabet.length];
  }
  return password;
}
