/** Frees what holds these bytes and nothing else. Nobody may read them afterwards. */
export function free(bytes: Uint8Array<ArrayBuffer>): void {
  if (bytes.byteLength === bytes.buffer.byteLength) bytes.buffer.transfer(0);
}
