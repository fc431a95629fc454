/**
 * A tab that nobody watches. Playwright has the browser hand over every request with its body, which costs a tab that uploads more
 * than the upload does: here it brings the tab to where the measuring begins and lets go of it.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';

export interface Unwatched {
  executable: string;
  args: readonly string[];
  /** For the browser's profile; removed. */
  folder: string;
}

/**
 * `prepare` is given an empty page; the answer is what the page's expression `result` resolves with once nobody watches. `meanwhile`
 * is told the browser's process when the page is there.
 */
export async function unwatched<Value>(
  { executable, args, folder }: Unwatched,
  prepare: (page: Page) => Promise<void>,
  result: string,
  meanwhile: (browserProcess: number) => void = () => {},
): Promise<Value> {
  const profile = join(folder, 'unwatched');
  const browser = spawn(
    executable,
    [
      '--headless',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--lang=zh-CN',
      '--accept-lang=zh-CN',
      '--window-size=1440,900',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-dev-shm-usage',
      ...args,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, LANGUAGE: 'zh_CN' } },
  );
  const ended = new Promise((done) => browser.once('exit', done));
  try {
    const address = await new Promise<string>((found, failed) => {
      let said = '';
      browser.stderr.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        const match = /ws:\/\/\S+/.exec(said);
        if (match) found(match[0]);
      });
      browser.once('exit', () => failed(new Error(`the browser ended: ${said}`)));
    });
    const watching = await chromium.connectOverCDP(address);
    const page = await watching.contexts()[0]!.newPage();
    meanwhile(browser.pid!);
    await prepare(page);
    const url = page.url();
    await watching.close();
    const tabs = (await (await fetch(`http://${new URL(address).host}/json/list`)).json()) as {
      url: string;
      webSocketDebuggerUrl: string;
    }[];
    const tab = tabs.find((one) => one.url === url);
    if (!tab) throw new Error(`no tab shows ${url}`);
    return await evaluated<Value>(tab.webSocketDebuggerUrl, result);
  } finally {
    browser.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** By the one command of the debugger that records nothing. */
function evaluated<Value>(address: string, expression: string): Promise<Value> {
  const socket = new WebSocket(address);
  const params = { expression, awaitPromise: true, returnByValue: true };
  return new Promise<Value>((done, failed) => {
    socket.addEventListener('open', () => socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params })));
    socket.addEventListener('error', () => failed(new Error('the tab went away')));
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const { result, exceptionDetails } = (JSON.parse(data) as { result: { result: { value: Value }; exceptionDetails?: unknown } })
        .result;
      if (exceptionDetails) failed(new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`));
      else done(result.value);
      socket.close();
    });
  });
}
