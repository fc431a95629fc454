import { createHash } from 'node:crypto';

interface Options {
  /** Encrypts the file with the format's oldest encryption, which every reader supports. */
  password?: string;
  links?: string[];
  /** Script that runs when the file is opened, in readers that let it. */
  script?: string;
  /** Extra invisible bytes per page. */
  ballast?: number;
}

/** Builds a PDF with one line of text per page. */
export function pdfOf(lines: string[], { password, links = [], script, ballast = 0 }: Options = {}): Buffer<ArrayBuffer> {
  const lock = password === undefined ? null : lockOf(password);
  const pageAt = (index: number): number => 5 + index * 2;
  const notes = links.map(
    (link, n) => `<</Type/Annot/Subtype/Link/Rect[40 ${300 - n * 40} 200 ${330 - n * 40}]/A<</S/URI/URI(${link})>>>>`,
  );
  const objects: (string | Buffer)[] = [
    `<</Type/Catalog/Pages 2 0 R${script === undefined ? '' : `/OpenAction<</S/JavaScript/JS(${script})>>`}>>`,
    `<</Type/Pages/Kids[${lines.map((_, index) => `${pageAt(index)} 0 R`).join(' ')}]/Count ${lines.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    lock ? lock.dictionary : '<<>>',
  ];
  for (const [index, line] of lines.entries()) {
    const number = pageAt(index) + 1;
    const plain = Buffer.from(`BT /F1 24 Tf 40 500 Td (${line}) Tj ET${ballast ? `\n%${'-'.repeat(ballast)}` : ''}`, 'latin1');
    const content = lock ? lock.sealed(number, plain) : plain;
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 600]/Contents ${number} 0 R/Resources<</Font<</F1 3 0 R>>>>/Annots[${index === 0 ? notes.join('') : ''}]>>`,
      Buffer.concat([Buffer.from(`<</Length ${content.length}>>stream\n`), content, Buffer.from('\nendstream')]),
    );
  }
  const parts = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  // The pages come before their contents, because a reader loads all pages first.
  for (const [index, object] of [...objects.entries()].sort(([, one], [, other]) => +Buffer.isBuffer(one) - +Buffer.isBuffer(other))) {
    offsets[index] = length;
    const body = typeof object === 'string' ? Buffer.from(object, 'latin1') : object;
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    parts.push(part);
    length += part.length;
  }
  const table = `0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')}`;
  const trailer = `<</Size ${objects.length + 1}/Root 1 0 R${lock ? `/Encrypt 4 0 R/ID[<${id}><${id}>]` : ''}>>`;
  return Buffer.concat([...parts, Buffer.from(`xref\n0 ${objects.length + 1}\n${table}trailer${trailer}\nstartxref\n${length}\n%%EOF`)]);
}

const id = '00112233445566778899aabbccddeeff';
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const md5 = (...parts: Buffer[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest();

/** The standard security handler, revision 2 (ISO 32000-1, 7.6.3): RC4 with a 40-bit key. */
function lockOf(password: string) {
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32);
  const owner = rc4(md5(padded).subarray(0, 5), padded);
  const rights = Buffer.from([0xfc, 0xff, 0xff, 0xff]);
  const key = md5(padded, owner, rights, Buffer.from(id, 'hex')).subarray(0, 5);
  const user = rc4(key, padding);
  return {
    dictionary: `<</Filter/Standard/V 1/R 2/P -4/O<${owner.toString('hex')}>/U<${user.toString('hex')}>>>`,
    sealed: (object: number, plain: Buffer): Buffer =>
      rc4(md5(key, Buffer.from([object & 255, object >> 8, 0, 0, 0])).subarray(0, 10), plain),
  };
}

function rc4(key: Buffer, plain: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at);
  const swap = (a: number, b: number): void => void ([state[a], state[b]] = [state[b]!, state[a]!]);
  for (let a = 0, b = 0; a < 256; a += 1) {
    b = (b + state[a]! + key[a % key.length]!) & 255;
    swap(a, b);
  }
  let a = 0;
  let b = 0;
  return Buffer.from(
    plain.map((byte) => {
      a = (a + 1) & 255;
      b = (b + state[a]!) & 255;
      swap(a, b);
      return byte ^ state[(state[a]! + state[b]!) & 255]!;
    }),
  );
}
