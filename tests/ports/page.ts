/** A page with only the browser's ports and their test suite; only its own test builds it. */
import '../no-compiling.ts';
import '../../apps/web/src/ui/trusted-types.ts';
import { calls } from '@alcove/contract';
import { portsSuite, type PortsUnderTest } from '../../packages/transfer/src/ports.suite.ts';
import { call } from '../../apps/web/src/api/index.ts';
import { fileSource } from '../../apps/web/src/features/transfer/browser/file-source.ts';
import { openBrowserPorts } from '../../apps/web/src/features/transfer/browser/ports.ts';
import { openUploadMemory } from '../../apps/web/src/features/transfer/browser/upload-memory.ts';
import type { Hands, SuitePage, SuitePerson } from './hands.ts';

declare global {
  interface Window extends Hands {
    suite: SuitePage;
    person: SuitePerson;
  }
}

const base64 = (bytes: Uint8Array): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).split(',')[1] ?? ''));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(new Blob([bytes as Uint8Array<ArrayBuffer>]));
  });

const { userId, rootId } = window.person;
const ports = openBrowserPorts();
ports.memory.openFor(userId);

const under: PortsUnderTest = {
  ports,
  target: { parentId: rootId, instanceType: '1' },
  async pick(name, bytes) {
    const path = await window.pickFile(name, await base64(bytes));
    const file = document.querySelector('input')?.files?.[0];
    if (!file) throw new Error('nothing was picked');
    return { source: fileSource(file), change: () => window.changeFile(path), remove: () => window.removeFile(path) };
  },
  digest: async (algorithm, bytes) => window.digest(algorithm, await base64(bytes)),
  async setOnline(online) {
    const heard = new Promise((resolve) => window.addEventListener(online ? 'online' : 'offline', resolve, { once: true }));
    await window.setOnline(online);
    await heard;
  },
  deadUrl: `${location.origin}/storage/dead`,
  silentUrl: `${location.origin}/storage/silent`,
  downloadUrl: async (instanceId) => (await call(calls.download.download, { instanceId })).url,
  async reopenMemory() {
    const memory = openUploadMemory(() => 'another tab');
    memory.openFor(userId);
    return memory;
  },
};

const cases = portsSuite();
window.suite = {
  names: cases.map(({ name }) => name),
  run: async (name) => cases.find((one) => one.name === name)?.run(under),
};
