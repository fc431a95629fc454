const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** Elements that end a word: paragraphs, cells and lines, in word processing, sheets, slides and OpenDocument. */
const breaks = /^\/?(w:p|w:br|w:tab|w:tc|a:p|a:br|si|c|row|text:p|text:h|text:tab|text:line-break|table:table-cell)$/;

/** The text of an XML document without its markup, in one pass. An unclosed tag ends it. */
export function xmlText(xml: string, most: number): string {
  const parts: string[] = [];
  let length = 0;
  let at = 0;
  while (at < xml.length && length < most) {
    const open = xml.indexOf('<', at);
    const text = xml.slice(at, open < 0 ? xml.length : open);
    if (text !== '') {
      parts.push(text);
      length += text.length;
    }
    if (open < 0) break;
    const close = xml.indexOf('>', open);
    if (close < 0) break;
    const [name = ''] = xml.slice(open + 1, Math.min(close, open + 40)).split(/[\s>]/, 1);
    if (breaks.test(name.replace(/\/$/, ''))) parts.push('\n');
    at = close + 1;
  }
  return parts
    .join('')
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, entity: string) => decodeEntity(entity) ?? whole)
    .slice(0, most);
}

function decodeEntity(entity: string): string | undefined {
  if (!entity.startsWith('#')) return named[entity];
  const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
