import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceOf } from './device-of.ts';

test('a browser is told by its own name and not by those that it descends from', () => {
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
  const told = (agent: string) => {
    const { system, browser, handheld } = deviceOf(agent);
    return [system, browser, handheld];
  };
  assert.deepEqual(told(`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`), ['Windows', 'Chrome 131', false]);
  assert.deepEqual(told(`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/130.0.0.0`), ['Windows', 'Edge 130', false]);
  assert.deepEqual(told('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'), ['Linux', 'Firefox 140', false]);
  assert.deepEqual(told(`Mozilla/5.0 (Linux; Android 10; K) ${chrome.replace(' Safari', ' Mobile Safari')}`), [
    'Android',
    'Chrome 131',
    true,
  ]);
  assert.deepEqual(
    told('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15'),
    ['macOS', 'Safari 18', false],
  );
  assert.deepEqual(
    told(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    ),
    ['iPhone', 'Safari 18', true],
  );
  assert.deepEqual(told('Alcove 3.8 Windows'), ['Windows', null, false]);
  assert.deepEqual(told(''), [null, null, false]);
});
