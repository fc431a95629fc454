/** A browser beside the servers that are measured. */
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { Bench } from './bench.ts';
import { unwatched } from './browser-unwatched.ts';
import { administratorPassword, memoryMiB } from './servers.ts';

export interface BrowserBench {
  /** The file page, signed in, in a context of its own: its tab has a process of its own. */
  signedIn(): Promise<Page>;
  /** The same in a browser that records nothing; `result` is an expression of the page. */
  unwatched<Value>(prepare: (page: Page) => Promise<void>, result: string): Promise<Value>;
  /** A page of nginx. */
  bare(address: string): Promise<Page>;
  /** Of the largest tab's process, at its largest, looked at ten times a second. MiB. */
  watchMemory(): { stop(): Promise<number> };
  close(): Promise<void>;
}

export async function openBrowser({ client, folder }: Bench): Promise<BrowserBench> {
  const executable = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: executable, args });
  const origin = `http://127.0.0.1:${client.port}`;
  const headers = { 'x-requested-with': 'XMLHttpRequest' };

  async function renderers(): Promise<number[]> {
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = (await session.send('SystemInfo.getProcessInfo')) as { processInfo: { type: string; id: number }[] };
    await session.detach();
    return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  }
  async function signIn(page: Page): Promise<void> {
    const { request } = page.context();
    await request.post(`${origin}/authentication/form`, { form: { username: 'admin', password: administratorPassword }, headers });
    await request.post(`${origin}/disk/api/user/acknowledgeAgreement`, { data: {}, headers });
    await page.goto(`${origin}/disk/personalFile`);
    await page.getByRole('button', { name: '上传', exact: true }).first().waitFor();
  }
  return {
    async signedIn() {
      const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      page.on('close', () => void context.close());
      await signIn(page);
      return page;
    },
    unwatched: <Value>(prepare: (page: Page) => Promise<void>, result: string) =>
      unwatched<Value>(
        { executable, args, folder },
        async (page) => {
          await signIn(page);
          await prepare(page);
        },
        result,
      ),
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
