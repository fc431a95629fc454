/** Both base64, as in the headers. */
export interface ExpectedChecksums {
  crc32?: string;
  md5?: string;
}

export function crcAsHeader(crc: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc);
  return bytes.toString('base64');
}
