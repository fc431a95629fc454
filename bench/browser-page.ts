/** A browser beside the servers that are measured. */
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { Bench } from './bench.ts';
import { administratorPassword, memoryMiB } from './servers.ts';

export interface BrowserBench {
  /** The file page, signed in, in a context of its own: its tab has a process of its own. */
  signedIn(): Promise<Page>;
  /** A page of nginx. */
  bare(address: string): Promise<Page>;
  /** Of the largest tab's process, at its largest, looked at ten times a second. MiB. */
  watchMemory(): { stop(): Promise<number> };
  close(): Promise<void>;
}

export async function openBrowser({ client }: Bench): Promise<BrowserBench> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const origin = `http://127.0.0.1:${client.port}`;
  const headers = { 'x-requested-with': 'XMLHttpRequest' };

  async function renderers(): Promise<number[]> {
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = (await session.send('SystemInfo.getProcessInfo')) as { processInfo: { type: string; id: number }[] };
    await session.detach();
    return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  }
  return {
    async signedIn() {
      const context = await browser.newContext({ baseURL: origin, locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
      await context.request.post('/authentication/form', { form: { username: 'admin', password: administratorPassword }, headers });
      await context.request.post('/disk/api/user/acknowledgeAgreement', { data: {}, headers });
      const page = await context.newPage();
      page.on('close', () => void context.close());
      await page.goto('/disk/personalFile');
      await page.getByRole('button', { name: '上传', exact: true }).first().waitFor();
      return page;
    },
    async bare(address) {
      const page = await (await browser.newContext()).newPage();
      await page.goto(address);
      return page;
    },
    watchMemory() {
      let peak = 0;
      const processes = renderers();
      processes.catch(() => {}); // told by the stop
      const look = (ids: number[]): void => void (peak = Math.max(peak, ...ids.map((id) => memoryMiB([id]))));
      const timer = setInterval(() => void processes.then(look, () => {}), 100);
      return {
        async stop() {
          clearInterval(timer);
          await processes;
          return peak;
        },
      };
    },
    close: () => browser.close(),
  };
}
