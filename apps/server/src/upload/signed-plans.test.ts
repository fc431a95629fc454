import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { InstanceId } from '@alcove/contract';
import { newId } from '../ids.ts';
import { dayOfPlan } from '../plan-key.ts';
import { signedPlans } from './signed-plans.ts';

const secret = randomBytes(32);
const hour = 3_600_000;
const planned = { userId: newId(), parentId: newId<InstanceId>(), name: '报告 📄\n.txt', md5: '0'.repeat(32), size: 10_240 };
const now = () => new Date();
const mark = 'of the store';
const plans = signedPlans({ secret, mark, now });
const after = (ms: number) => signedPlans({ secret, mark, now: () => new Date(Date.now() + ms) });

test('a plan is read by the person to whom it was given, for a day, and by nobody in another company or store', () => {
  const { objectKey, token } = plans.sign(planned);
  assert.equal(dayOfPlan(objectKey), now().toISOString().slice(0, 10));
  assert.deepEqual(plans.read(objectKey, planned.userId), { objectKey, token, size: planned.size });
  assert.deepEqual(after(23 * hour).read(objectKey, planned.userId)?.token, token);
  assert.equal(after(25 * hour).read(objectKey, planned.userId), null);
  assert.equal(plans.read(objectKey, newId()), null);
  for (const other of [{ secret: randomBytes(32) }, { mark: 'of another store' }])
    assert.equal(signedPlans({ secret, mark, now, ...other }).read(objectKey, planned.userId), null);
});

test('a plan is of just what was checked', () => {
  const { objectKey } = plans.sign(planned);
  assert.ok(plans.isOf(objectKey, planned));
  const others = [
    { userId: newId() },
    { parentId: newId<InstanceId>() },
    { name: '报告 📄\n.tx' },
    { md5: '1'.repeat(32) },
    { size: 10_241 },
  ];
  for (const other of others) assert.ok(!plans.isOf(objectKey, { ...planned, ...other }), JSON.stringify(other));
});

test('no part of a key can be replaced by that of another key of the same person', () => {
  const [one, other] = [plans.sign(planned).objectKey.split('.'), plans.sign({ ...planned, size: 99 }).objectKey.split('.')];
  for (const [at, part] of other.entries()) {
    const mixed = one.with(at, part).join('.');
    assert.ok(!plans.read(mixed, planned.userId) || !plans.isOf(mixed, planned), `part ${at}`);
  }
  for (const broken of ['', 'x', one.slice(0, 3).join('.'), [...one, 'more'].join('.'), `${one.join('.')}=`])
    assert.equal(plans.read(broken, planned.userId), null, broken);
});
