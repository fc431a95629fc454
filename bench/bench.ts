/** What every subject of the bench receives. */
import type { Client } from './client.ts';
import type { Report } from './report.ts';
import type { AlcoveServer, Server } from './servers.ts';

export interface Bench {
  /** A folder on the measured disk; removed at the end. */
  folder: string;
  /** Rounds per figure. The median counts. */
  runs: number;
  quick: boolean;
  report: Report;
  alcove: AlcoveServer;
  nginx: Server;
  /** Signed in as the administrator. */
  client: Client;
}
