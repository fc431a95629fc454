/// <reference types="node" />
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeSelection } from './selection-rules.ts';
import type { SelectionContext } from './selection-rules.ts';
import { addSample, rateOf } from './upload-rate.ts';
import type { RateSample } from './upload-rate.ts';
import { buildCompleteMultipart, errorCodeOf, parseInitiated, parseListedParts } from './xml.ts';

const web: SelectionContext = { client: false, underWay: 0, fileDownloadPage: false };
const many = (count: number, size = 1): { name: string; size: number }[] =>
  Array.from({ length: count }, (_, index) => ({ name: `f${index}`, size }));
const GB = 1_073_741_824;

for (const [what, files, context, refusal, hint] of [
  ['nothing', [], web, { because: 'empty' }, false],
  ['500 on the web', many(500), web, null, false],
  ['501 on the web', many(501), web, { because: 'tooMany', limit: 500 }, false],
  ['400 beside 101', many(400), { ...web, underWay: 101 }, { because: 'tooMany', limit: 500 }, false],
  ['2000 in the client', many(2000), { ...web, client: true }, null, false],
  ['2001 in the client', many(2001), { ...web, client: true }, { because: 'tooMany', limit: 2000 }, false],
  ['60 GB', many(60, GB), { ...web, client: true }, null, false],
  ['60 GB and a byte', [...many(60, GB), { name: 'x', size: 1 }], web, { because: 'batchTooLarge', limit: 60 * GB }, false],
  ['a byte under 1 GB', many(1, GB - 1), web, null, false],
  ['1 GB', many(1, GB), web, null, true],
  ['1 GB on a link page', many(1, GB), { ...web, fileDownloadPage: true }, null, false],
  ['1 GB in the client', many(1, GB), { ...web, client: true }, null, false],
] as const) {
  test(`selecting ${what}`, () => {
    const verdict = judgeSelection(files, context);
    assert.deepEqual([verdict.refusal, verdict.clientSuggestion, verdict.accepted.length], [refusal, hint, refusal ? 0 : files.length]);
  });
}
test('a file over 80 GB is left out, and the batch is counted without it', () => {
  const verdict = judgeSelection([{ name: 'huge', size: 80 * GB + 1 }, ...many(60, GB)], web);
  assert.deepEqual([verdict.refusal, verdict.tooLarge.map(({ name }) => name), verdict.accepted.length], [null, ['huge'], 60]);
  assert.deepEqual(judgeSelection(many(1, 80 * GB), web).refusal, { because: 'batchTooLarge', limit: 60 * GB });
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
