/** The canonical form never changes, or every log that was sealed before would count as altered. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalForm, chained, digestOf, noEntries } from './canonical.ts';
import { idsOf, packIds } from './seal-format.ts';

/** Computed by another program, from the description in decision 0083. */
const fields = ['1764175696123456', 'change', 'instance.rename', '0', 'person', null, '', '名称😀'];

test('vectors: the form, the digest and two links of the chain', () => {
  assert.equal(
    canonicalForm(fields).toString('hex'),
    '0000001031373634313735363936313233343536000000066368616e67650000000f696e7374616e63652e72656e616d65000000013000000006706572736f6effffffff000000000000000ae5908de7a7b0f09f9880',
  );
  assert.equal(digestOf(fields).toString('hex'), 'd51e3ccc06a094c05f6edf76198e5e67ef7cf68102a511cf556e0ae6f413b62b');
  const first = chained(noEntries, 7, digestOf(fields));
  assert.equal(first.toString('hex'), '6b60b54313750523712d0d49da875279816326ed8fe5175db28480fd3b2ed240');
  assert.equal(
    chained(first, 2 ** 40 + 1, digestOf(['', 'a'])).toString('hex'),
    'd919b2acf6da2161f56c648b771a54a08328c31038a12e3ff4c0af9ce29e94cc',
  );
});

test('what stands in another field, or is missing instead of empty, has another digest', () => {
  const forms = [['', 'a'], ['a', ''], ['a', null], [null, 'a'], ['a'], ['aa', '']].map((one) => digestOf(one).toString('hex')); // prettier-ignore
  assert.equal(new Set(forms).size, forms.length);
});

test('ids survive being packed, whatever their distances', () => {
  const ids = [1, 2, 129, 130, 16_514, 2 ** 31, 2 ** 40, 2 ** 53 - 1];
  assert.deepEqual(idsOf({ after: 0, ids: packIds(0, ids) }), ids);
  assert.deepEqual(idsOf({ after: 99, ids: packIds(99, [100, 400]) }), [100, 400]);
  assert.deepEqual(idsOf({ after: 5, ids: '' }), []);
});
