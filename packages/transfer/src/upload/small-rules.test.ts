/// <reference types="node" />
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeSelection } from './selection-rules.ts';
import type { SelectionContext } from './selection-rules.ts';
import { addSample, rateOf } from '../transfer-rate.ts';
import type { RateSample } from '../transfer-rate.ts';
import { buildCompleteMultipart, errorCodeOf, parseInitiated, parseListedParts } from './xml.ts';

const web: SelectionContext = { most: 500, underWay: 0 };
const many = (count: number, size = 1): { name: string; size: number }[] =>
  Array.from({ length: count }, (_, index) => ({ name: `f${index}`, size }));
const GB = 1_073_741_824;

for (const [what, files, context, refusal] of [
  ['nothing', [], web, { because: 'empty' }],
  ['500 on the web', many(500), web, null],
  ['501 on the web', many(501), web, { because: 'tooMany', limit: 500 }],
  ['400 beside 101', many(400), { ...web, underWay: 101 }, { because: 'tooMany', limit: 500 }],
  ['2000 where so many may', many(2000), { ...web, most: 2000 }, null],
  ['2001 where 2000 may', many(2001), { ...web, most: 2000 }, { because: 'tooMany', limit: 2000 }],
  ['60 GB', many(60, GB), web, null],
  ['60 GB and a byte', [...many(60, GB), { name: 'x', size: 1 }], web, { because: 'batchTooLarge', limit: 60 * GB }],
  ['one file of 80 GB', many(1, 80 * GB), web, null],
  ['one file of 80 GB and a small one', [...many(1, 80 * GB), { name: 'x', size: 1 }], web, { because: 'batchTooLarge', limit: 60 * GB }],
] as const) {
  test(`selecting ${what}`, () => {
    const verdict = judgeSelection(files, context);
    assert.deepEqual([verdict.refusal, verdict.accepted.length], [refusal, refusal ? 0 : files.length]);
  });
}
test('a file over 80 GB is left out, and the batch is counted without it', () => {
  const verdict = judgeSelection([{ name: 'huge', size: 80 * GB + 1 }, ...many(60, GB)], web);
  assert.deepEqual([verdict.refusal, verdict.tooLarge.map(({ name }) => name), verdict.accepted.length], [null, ['huge'], 60]);
});
test('a forbidden name is left out, with a sound one suggested', () => {
  const { accepted, invalidNames } = judgeSelection(
    [
      { name: 'a?b.txt', size: 1 },
      { name: 'ok.txt', size: 1 },
    ],
    web,
  );
  assert.deepEqual([accepted.map((file) => file.name), invalidNames.map((one) => one.suggestion)], [['ok.txt'], ['ab.txt']]);
});

test('the speed is of the last seconds, and a part sent again does not make it negative', () => {
  let samples: readonly RateSample[] = [];
  for (let second = 0; second <= 20; second++)
    samples = addSample(samples, { at: second * 1000, bytes: second < 10 ? second : 10 + (second - 10) * 100 });
  assert.deepEqual(rateOf(samples, 2010, 20_000), { speed: 100, left: 10 });
  assert.ok(rateOf(samples, 2010, 25_000).speed < 100);
  samples = addSample(samples, { at: 21_000, bytes: 5 });
  assert.deepEqual(rateOf(samples, 2010, 21_000), { speed: 0, left: null });
});

test('the documents of a store are read with and without a namespace, and entities are undone', () => {
  assert.equal(
    parseInitiated(
      '<?xml version="1.0"?><a:InitiateMultipartUploadResult><a:UploadId>x&amp;y</a:UploadId></a:InitiateMultipartUploadResult>',
    ),
    'x&y',
  );
  assert.equal(parseInitiated('<InitiateMultipartUploadResult/>'), null);
  const list =
    '<ListPartsResult xmlns="x"><IsTruncated>true</IsTruncated><NextPartNumberMarker>7</NextPartNumberMarker><Part><PartNumber>7</PartNumber><ETag>&#34;e&quot;</ETag><Size>9</Size></Part><Part><ETag>no</ETag></Part></ListPartsResult>';
  assert.deepEqual(parseListedParts(list), { parts: [{ partNumber: 7, etag: '"e"', size: 9 }], nextMarker: 7 });
  assert.equal(parseListedParts('<html>'), null);
  assert.equal(errorCodeOf('<Error><Code>NoSuchUpload</Code></Error>'), 'NoSuchUpload');
  assert.equal(errorCodeOf('<CompleteMultipartUploadResult/>'), null);
});
test('a merge names its parts in order', () => {
  const xml = buildCompleteMultipart([
    { partNumber: 10, etag: '"b"' },
    { partNumber: 2, etag: '"<"' },
  ]);
  assert.match(xml, /<Part><PartNumber>2<\/PartNumber><ETag>&quot;&lt;&quot;<\/ETag><\/Part><Part><PartNumber>10</);
});
