import type { BrowserPorts } from '../browser/ports.ts';
import { followCounts } from '../panel/transfer-counts.ts';
import { openArrived, type Arrived } from './arrived.ts';
import { openDownloads, type Downloads } from './downloads.ts';
import { openFinishedRecords, type FinishedRecords } from './finished.ts';
import { openInterrupted, type Interrupted } from './interrupted.ts';
import { openUploads, type Uploads } from './uploads.ts';

/** All transfers of this page. */
export interface Transfers extends Pick<BrowserPorts, 'memory'> {
  readonly uploads: Uploads;
  readonly downloads: Downloads;
  readonly interrupted: Interrupted;
  readonly arrived: Arrived;
  readonly finished: FinishedRecords;
  /** Another person sees neither the last one's uploads nor their records. */
  of(userId: string): void;
}

export function openQueues(ports: BrowserPorts): Transfers {
  const [arrived, finished] = [openArrived(), openFinishedRecords()];
  const uploads = openUploads(ports, { arrived, finished });
  const downloads = openDownloads(ports);
  const interrupted = openInterrupted(ports, uploads);
  followCounts(uploads, downloads);
  let person: string | null = null;
  return {
    memory: ports.memory,
    uploads,
    downloads,
    interrupted,
    arrived,
    finished,
    of(userId) {
      if (userId === person) return;
      if (person !== null) {
        uploads.forgetPerson();
        downloads.queue.removeAll();
        finished.forgetUnsent();
        arrived.clear();
      }
      person = userId;
      ports.memory.openFor(userId);
      ports.locks.newTab();
      interrupted.personChanged();
    },
  };
}
