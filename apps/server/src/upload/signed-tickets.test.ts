import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { BlobId, InstanceId } from '@alcove/contract';
import { newId } from '../ids.ts';
import { signedTickets } from './signed-tickets.ts';

const secret = randomBytes(32);
const minute = 60_000;
const asked = { userId: newId(), parentId: newId<InstanceId>(), name: '报告 📄\n.txt' };
const offered = { ...asked, blobId: newId<BlobId>() };
const now = () => new Date();
const mark = 'of the store';
const tickets = signedTickets({ secret, mark, now });
const after = (ms: number) => signedTickets({ secret, mark, now: () => new Date(Date.now() + ms) });
const elsewhere = [
  { secret: randomBytes(32), mark },
  { secret, mark: 'of another store' },
];

test('a ticket names its content for an hour, and in no other company or store', () => {
  const { ticket } = tickets.sign(offered);
  assert.equal(tickets.read(ticket, asked)?.blobId, offered.blobId);
  assert.equal(after(59 * minute).read(ticket, asked)?.blobId, offered.blobId);
  assert.equal(after(61 * minute).read(ticket, asked), null);
  for (const other of elsewhere) assert.equal(signedTickets({ ...other, now }).read(ticket, asked), null);
});

test('a ticket is of just the person, the folder and the name that were checked', () => {
  const { ticket } = tickets.sign(offered);
  for (const other of [{ userId: newId() }, { parentId: newId<InstanceId>() }, { name: '报告 📄\n.tx' }])
    assert.equal(tickets.read(ticket, { ...asked, ...other }), null, JSON.stringify(other));
});

test('no part of a ticket can be changed, or replaced by that of another one', () => {
  const [{ ticket }, { ticket: other }] = [tickets.sign(offered), tickets.sign({ ...offered, blobId: newId<BlobId>() })];
  for (let at = 0; at < ticket.length; at += 1) {
    const changed = ticket.slice(0, at) + (ticket[at] === 'A' ? 'B' : 'A') + ticket.slice(at + 1);
    assert.equal(tickets.read(changed, asked), null, `character ${at}`);
    const mixed = ticket.slice(0, at) + other.slice(at);
    if (mixed !== other && mixed !== ticket) assert.equal(tickets.read(mixed, asked), null, `from character ${at} on`);
  }
  for (const broken of ['', 'x', ticket.slice(1), `${ticket}=`, `${ticket}A`, ticket.replace(/.$/, ' ')])
    assert.equal(tickets.read(broken, asked), null, broken);
});

test('a ticket does not tell which content it is of', () => {
  const seen = [tickets.sign(offered), tickets.sign(offered)].map(({ ticket }) => Buffer.from(ticket, 'base64url').toString('hex'));
  for (const hex of seen) assert.ok(!hex.includes(offered.blobId.slice(-12)));
  const [one, other] = seen.map((hex) => hex.slice(32, 64));
  assert.notEqual(one, other);
});

test('what is to be proved differs from ticket to ticket, and is the same for one', () => {
  for (const size of [65_537, 200_000, 2 ** 40]) {
    const given = Array.from({ length: 50 }, () => tickets.sign(offered));
    const starts = new Set<number>();
    for (const { ticket, challenge } of given) {
      const { nonce, ranges } = challenge(size);
      assert.deepEqual(tickets.read(ticket, asked)!.challenge(size), { nonce, ranges });
      assert.equal(ranges.length, 4);
      for (const [start, length] of ranges) {
        assert.ok(Number.isSafeInteger(start) && start >= 0 && length === 65_536 && start + length <= size);
        starts.add(start);
      }
    }
    assert.equal(new Set(given.map(({ challenge }) => challenge(size).nonce)).size, given.length);
    assert.ok(size === 65_537 ? starts.size === 2 : starts.size > 190, `${starts.size} starts`);
  }
  for (const size of [1, 65_536]) assert.deepEqual(tickets.sign(offered).challenge(size).ranges, [[0, size]]);
});
