/** A browser on the same machine as the measured servers. */
import { existsSync, readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { Bench } from './bench.ts';
import { unwatched } from './browser-unwatched.ts';
import type { UnwatchedTab } from './browser-unwatched.ts';
import { administratorPassword, memoryMiB, processTree } from './servers.ts';

export interface BrowserBench {
  /** The signed-in file page in a new context, whose tab has its own process. */
  signedIn(): Promise<Page>;
  /** The same in a browser that records nothing. */
  unwatched<Value>(prepare: (page: Page) => Promise<void>, measure: (tab: UnwatchedTab) => Promise<Value>): Promise<Value>;
  /** A page served by nginx. */
  bare(address: string): Promise<Page>;
  close(): Promise<void>;
}

export async function openBrowser({ client, folder }: Bench): Promise<BrowserBench> {
  const executable = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell';
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: executable, args });
  const origin = `http://127.0.0.1:${client.port}`;
  const headers = { 'x-requested-with': 'XMLHttpRequest' };

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
      await signIn(page);
      return page;
    },
    unwatched: <Value>(prepare: (page: Page) => Promise<void>, measure: (tab: UnwatchedTab) => Promise<Value>) =>
      unwatched<Value>(
        { executable, args, folder },
        async (page) => {
          await signIn(page);
          await prepare(page);
        },
        measure,
      ),
    async bare(address) {
      const page = await (await browser.newContext()).newPage();
      await page.goto(address);
      return page;
    },
    close: () => browser.close(),
  };
}

/** Tracks the peak memory of the browser's largest tab process, ten times a second until the browser exits. */
export function watchTabMemory(browserProcess: number): { peakMiB(): number } {
  let peak = 0;
  const timer = setInterval(() => {
    if (!existsSync(`/proc/${browserProcess}`)) return clearInterval(timer);
    peak = Math.max(
      peak,
      ...processTree(browserProcess)
        .filter(isTab)
        .map((id) => memoryMiB([id])),
    );
  }, 100);
  return { peakMiB: () => peak };
}

function isTab(processId: number): boolean {
  try {
    return readFileSync(`/proc/${processId}/cmdline`, 'utf8').includes('--type=renderer');
  } catch {
    return false; // it has exited
  }
}
