/// <reference types="node" />
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calls, failures } from '@alcove/contract';
import { linkCalls } from './calls.ts';
import { linkFailures } from './failures.ts';

test('the page sends each call of a link as the contract declares it', () => {
  for (const [name, sent] of Object.entries(linkCalls)) {
    const declared = calls.link[name as keyof typeof linkCalls];
    assert.deepEqual([sent.method, sent.path, sent.fieldsIn], [declared.method, declared.path, declared.fieldsIn], name);
    assert.equal(sent.once ?? false, declared.changes === 'once', name);
  }
});

test('the page knows the failures of links by their numbers', () => {
  for (const [code, errcode] of Object.entries(linkFailures))
    assert.equal(errcode, failures[code as keyof typeof linkFailures].errcode, code);
});
