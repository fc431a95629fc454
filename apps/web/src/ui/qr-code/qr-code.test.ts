import assert from 'node:assert/strict';
import { test } from 'node:test';
import { qrPath } from './qr-path.ts';

test('a code has the white border that scanners need, and its first corner inside it', () => {
  const { path, side } = qrPath('https://alcove.example/disk/fileDownload?link=h7Qe');
  assert.ok(path.startsWith('M4 4h1v1h-1z'));
  const corners = [...path.matchAll(/M(\d+) (\d+)h/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
  assert.ok(corners.every(([x, y]) => x >= 4 && y >= 4 && x < side - 4 && y < side - 4));
});
