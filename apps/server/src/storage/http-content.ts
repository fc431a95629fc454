/**
 * Content-Disposition for any file name (RFC 6266 with RFC 8187): a plain `filename` for old clients, the true name in `filename*`. The
 * result is always printable ASCII, so no name can break out of the header.
 */
export function contentDisposition(disposition: 'attachment' | 'inline', fileName: string): string {
  const name =
    fileName
      .toWellFormed()
      // Control characters and bidirectional marks could disguise an extension; separators could name another folder.
      .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
      .replace(/[/\\]/g, '_') || 'file';
  // `%` is replaced as well, because some clients decode percent signs in the plain form.
  const plain = [...name].map((character) => (/^[\x20-\x7e]$/.test(character) && !/["%]/.test(character) ? character : '_')).join('');
  const quoted = `${disposition}; filename="${plain}"`;
  return plain === name
    ? quoted
    : `${quoted}; filename*=UTF-8''${encodeURIComponent(name).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`;
}
