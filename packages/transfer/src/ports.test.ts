/// <reference types="node" />
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deadUrl, fake, hexOf, silentUrl, sizeOf, source as sourceOf, target } from './fakes.test-support.ts';
import { portsSuite } from './ports.suite.ts';
import type { PortsUnderTest } from './ports.suite.ts';

/** The fakes that all tests of this package use. */
function fakes(): PortsUnderTest {
  const company = fake(0);
  return {
    ports: company.ports,
    target,
    async pick(name, bytes) {
      let state: 'same' | 'changed' | 'missing' = 'same';
      const whole = sourceOf(bytes, name);
      const source = {
        ...whole,
        state: async () => state,
        read: async (start: number, length: number) => {
          if (state !== 'same') throw new Error(`the file is ${state}`);
          return whole.read(start, length);
        },
      };
      return { source, change: async () => void (state = 'changed'), remove: async () => void (state = 'missing') };
    },
    digest: async (algorithm, bytes) => hexOf(algorithm, bytes),
    setOnline: async (online) => company.setOnline(online),
    deadUrl,
    silentUrl,
    downloadUrl: async () => 'https://store/download',
    reopenMemory: async () => company.ports.memory,
  };
}

for (const { name, run } of portsSuite()) test(`the fakes: ${name}`, () => run(fakes()));

/** Faults that an implementation can have, and the beginning of the name of the case that must detect each. */
const faults: { fault: string; seenBy: string; spoil(under: PortsUnderTest): void }[] = [
  {
    fault: 'a slice begins one byte late',
    seenBy: 'file: a slice is',
    spoil: (under) => {
      const { pick } = under;
      under.pick = async (name, bytes) => {
        const picked = await pick(name, bytes);
        const { source } = picked;
        return { ...picked, source: { ...source, read: (start, length) => source.read(start + 1, length) } };
      };
    },
  },
  {
    fault: 'a file that changed is read all the same',
    seenBy: 'file: one that changed',
    spoil: (under) => {
      const { pick } = under;
      under.pick = async (name, bytes) => ({ ...(await pick(name, bytes)), change: async () => {} });
    },
  },
  {
    fault: 'the hash is of something else',
    seenBy: 'file: hashes are',
    spoil: ({ ports }) => void (ports.file = { ...ports.file, hash: async () => '00' }),
  },
  {
    fault: 'progress of a hash stops short of the end',
    seenBy: 'file: hashes are',
    spoil: ({ ports }) => {
      const { hash } = ports.file;
      ports.file = {
        ...ports.file,
        hash: (algorithm, source, { onProgress, signal }) =>
          hash(algorithm, source, { signal, onProgress: (hashed) => hashed < source.size && onProgress?.(hashed) }),
      };
    },
  },
  {
    fault: 'an abort does not end a hash',
    seenBy: 'file: an abort',
    spoil: ({ ports }) => {
      const { hash } = ports.file;
      ports.file = { ...ports.file, hash: (algorithm, source) => hash(algorithm, source, {}) };
    },
  },
  {
    fault: 'a part is sent without its obfuscation',
    seenBy: 'file: a part is',
    spoil: ({ ports }) => {
      const { prepare } = ports.file;
      ports.file = { ...ports.file, prepare: (source, work, signal) => prepare(source, { ...work, confuse: null }, signal) };
    },
  },
  {
    fault: 'the body is another on its way',
    seenBy: 'call and store',
    spoil: ({ ports }) => {
      const { send } = ports.store;
      ports.store = { ...ports.store, send: (request) => send({ ...request, body: new Uint8Array(sizeOf(request.body)) }) };
    },
  },
  {
    fault: 'progress of a request goes back',
    seenBy: 'call and store',
    spoil: ({ ports }) => {
      const { send } = ports.store;
      ports.store = {
        ...ports.store,
        send: async (request) => {
          const answer = await send(request);
          request.onProgress?.(1);
          return answer;
        },
      };
    },
  },
  {
    fault: 'a range is asked for whatever the content is by now',
    seenBy: 'call and store',
    spoil: ({ ports }) => {
      const { receive } = ports.store;
      let etag: string | null = null;
      ports.store = {
        ...ports.store,
        async receive(url, range, signal) {
          const answer = await receive(url, { ...range, etag: range.etag && etag }, signal);
          ({ etag } = answer);
          return answer;
        },
      };
    },
  },
  {
    fault: 'a refused request counts as a broken line',
    seenBy: 'store: a refusal',
    spoil: ({ ports }) => {
      const { send } = ports.store;
      ports.store = {
        ...ports.store,
        async send(request) {
          const answer = await send(request);
          if (answer.status >= 400) throw new TypeError('failed to fetch');
          return answer;
        },
      };
    },
  },
  {
    fault: 'an abort does not end a request',
    seenBy: 'store: a refusal',
    spoil: ({ ports }) => {
      const { send } = ports.store;
      ports.store = { ...ports.store, send: (request) => send({ ...request, signal: new AbortController().signal }) };
    },
  },
  {
    fault: 'a refused call is an error without its code',
    seenBy: 'call: a refusal',
    spoil: ({ ports }) => {
      ports.call = {
        ...ports.call,
        save: async () => {
          throw new TypeError('HTTP 200');
        },
      };
    },
  },
  {
    fault: 'the first form of what is remembered stays',
    seenBy: 'memory: what',
    spoil: ({ ports }) => {
      const { recall, remember } = ports.memory;
      ports.memory.remember = async (upload) => void ((await recall(upload.key)) ?? (await remember(upload)));
    },
  },
  {
    fault: 'what is remembered is gone with the program',
    seenBy: 'memory: what',
    spoil: (under) => void (under.reopenMemory = async () => fake(0).ports.memory),
  },
  {
    fault: 'timers fire as they were set, not as they are due',
    seenBy: 'host: timers',
    spoil: ({ ports }) => {
      const { after } = ports.host;
      let line: Promise<void> = Promise.resolve();
      ports.host.after = (ms, signal) => (line = line.then(() => after(ms, signal)));
    },
  },
  {
    fault: 'the line is heard of, but not asked again',
    seenBy: 'host: going off',
    spoil: ({ ports }) => void (ports.host.online = () => true),
  },
  {
    fault: 'who stopped listening is told all the same',
    seenBy: 'host: going off',
    spoil: ({ ports }) => {
      const { onNetwork } = ports.host;
      ports.host.onNetwork = (listener) => {
        onNetwork(listener);
        return () => {};
      };
    },
  },
];

for (const { fault, seenBy, spoil } of faults)
  test(`the suite sees that ${fault}`, async () => {
    const seeing = portsSuite().filter(({ name }) => name.startsWith(seenBy));
    assert.equal(seeing.length, 1);
    const under = fakes();
    spoil(under);
    await assert.rejects(seeing[0]!.run(under));
  });
