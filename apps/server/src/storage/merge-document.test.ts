import assert from 'node:assert/strict';
import { test } from 'node:test';
import { largestMerge, parseMerge } from './merge-document.ts';
import { cpuSince } from '../testing/index.ts';
import type { StorageError } from './storage-error.ts';

const root = (inner: string, attributes = '') => `<CompleteMultipartUpload${attributes}>${inner}</CompleteMultipartUpload>`;
const part = (number: number | string, etag = '&quot;ab&quot;') => `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`;
const asCode = (xml: string): string => {
  try {
    return JSON.stringify(parseMerge(xml));
  } catch (error) {
    return (error as StorageError).code;
  }
};

const understood = JSON.stringify([{ partNumber: 1, etag: '"ab"' }]);
const cases: [what: string, xml: string, expected: string][] = [
  ['as our client writes it', root(part(1), ' xmlns="http://s3.amazonaws.com/doc/2006-03-01/"'), understood],
  ['with a declaration, blanks and lines', ` <?xml version="1.0"?>\n${root(`\n ${part(' 1 ', ' "ab" ')}\r\n\t`)}\n`, understood],
  ['the fields turned round, another beside them', root('<Part><ETag>"ab"</ETag><X>1</X><PartNumber>1</PartNumber></Part>'), understood],
  ['no parts', root(''), 'MalformedXML'],
  ['nothing', '', 'MalformedXML'],
  ['blanks', '  \n ', 'MalformedXML'],
  ['a document type', `<!DOCTYPE a>${root(part(1))}`, 'MalformedXML'],
  ['another root', `<CompleteMultipartUploads>${part(1)}</CompleteMultipartUploads>`, 'MalformedXML'],
  ['something behind the end', `${root(part(1))}x`, 'MalformedXML'],
  ['text between parts', root(`${part(1)}x${part(2)}`), 'MalformedXML'],
  ['a part without an end', root('<Part><PartNumber>1</PartNumber>'), 'MalformedXML'],
  ['a part without an ETag', root('<Part><PartNumber>1</PartNumber></Part>'), 'MalformedXML'],
  ['a number that is none', root(part('1e3')), 'MalformedXML'],
  ['a number too long', root(part(100_000)), 'MalformedXML'],
  ['a long ETag', root(part(1, 'a'.repeat(201))), 'MalformedXML'],
  ['parts out of order', root(part(2) + part(1)), 'InvalidPartOrder'],
  ['a part twice', root(part(1) + part(1)), 'InvalidPartOrder'],
];
for (const [what, xml, expected] of cases) test(`a list of parts, ${what}: ${expected}`, () => assert.equal(asCode(xml), expected));

const all = root(Array.from({ length: 10_000 }, (_, index) => part(index + 1, '&quot;89abcdef-800000&quot;')).join(''));
test('ten thousand parts as our client writes them fit into what is read', () => {
  assert.ok(all.length <= largestMerge(10_000), String(all.length));
  assert.equal(parseMerge(all).length, 10_000);
});

const largest = largestMerge(10_000);
const hostile: Record<string, string> = {
  blanks: ' ',
  lines: '\n',
  'declarations without an end': '<?xml ',
  'parts without an end': '<Part>',
  'empty parts': '<Part></Part>',
  'numbers without an end': '<Part><PartNumber>',
  'blanks in an ETag': '<Part><PartNumber>1</PartNumber><ETag> ',
  ends: '</Part>',
  entities: '&amp;',
  'ampersands without an end': '&#',
  roots: '<CompleteMultipartUpload ',
};
for (const [what, piece] of Object.entries(hostile)) {
  for (const [where, xml] of [
    ['alone', piece.repeat(largest / piece.length)],
    ['within the root', root(piece.repeat(largest / piece.length - 60))],
    ['within an ETag', root(`<Part><PartNumber>1</PartNumber><ETag>${piece.repeat(largest / piece.length - 120)}</ETag></Part>`)],
    ['within an ETag, after blanks', root(`<Part><PartNumber>1</PartNumber><ETag>${' '.repeat(largest - 200)}${piece}</ETag>`)],
  ] as const) {
    test(`the largest list that is read, of ${what} ${where}, is judged as quickly as one of ours`, () => {
      const [ours, theirs] = [leastMsOf(() => asCode(all)), leastMsOf(() => asCode(xml))];
      assert.ok(theirs < 5 * ours, `${theirs.toFixed(0)} ms, and ${ours.toFixed(0)} ms for one of ours`);
    });
  }
}

/** The processor time of the quickest of three runs, in milliseconds. */
function leastMsOf(work: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const took = cpuSince();
    work();
    return took();
  });
  return Math.min(...times);
}
