import type { Ports } from '@alcove/transfer';
import { callPort } from './call-port.ts';
import { filePort } from './file-port.ts';
import { host } from './host-port.ts';
import { sendingPort } from './sending-port.ts';
import { openTabLocks } from './tab-locks.ts';
import { openUploadLocks, type UploadLocks } from './upload-locks.ts';
import { openUploadMemory, type UploadMemory } from './upload-memory.ts';

/** What the transfer engine needs, and what else a browser has: tabs that share a memory. */
export interface BrowserPorts extends Ports {
  memory: UploadMemory;
  locks: UploadLocks;
}

export function openBrowserPorts(): BrowserPorts {
  const locks = openUploadLocks(openTabLocks());
  return { call: callPort(), store: sendingPort(), file: filePort(), memory: openUploadMemory(locks.tab), host, locks };
}
