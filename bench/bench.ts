/** What every subject of the bench is given. */
import type { Client } from './client.ts';
import type { Report } from './report.ts';
import type { AlcoveServer, Server } from './servers.ts';

export interface Bench {
  /** On the disk that is measured; removed at the end. */
  folder: string;
  /** Of each figure; the median counts. */
  runs: number;
  quick: boolean;
  report: Report;
  alcove: AlcoveServer;
  nginx: Server;
  /** Signed in as the administrator. */
  client: Client;
}
