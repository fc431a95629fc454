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
  /** The largest of the tab's process, looked at ten times a second. MiB. */
  watchMemory(page: Page): { stop(): Promise<number> };
  close(): Promise<void>;
}

export async function openBrowser({ client }: Bench): Promise<BrowserBench> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const origin = `http://127.0.0.1:${client.port}`;
  const headers = { 'x-requested-with': 'XMLHttpRequest' };

  /** The newest renderer is the page that was opened last. */
  async function renderer(): Promise<number> {
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = (await session.send('SystemInfo.getProcessInfo')) as { processInfo: { type: string; id: number }[] };
    await session.detach();
    return Math.max(...processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id));
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
      const process = renderer();
      const timer = setInterval(() => void process.then((id) => (peak = Math.max(peak, memoryMiB([id])))), 100);
      return {
        async stop() {
          clearInterval(timer);
          return peak;
        },
      };
    },
    close: () => browser.close(),
  };
}
