/**
 * A tab that Playwright does not watch. A watching Playwright receives every request with its body, which costs an uploading tab more than
 * the upload itself. So Playwright only prepares the tab for the measurement and then disconnects.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { processTree, processorMs } from './servers.ts';

export interface Unwatched {
  executable: string;
  args: readonly string[];
  /** For the browser's profile; removed afterwards. */
  folder: string;
}

/** The tab once Playwright has disconnected. */
export interface UnwatchedTab {
  /** The value of an expression in the page, awaited there. */
  evaluate<Value>(expression: string): Promise<Value>;
  /** Of the browser. */
  processId: number;
  /** The processor time in ms that the browser has used, all its processes together. */
  processorMs(): number;
}

/** `prepare` receives an empty page; `measure` the same tab afterwards. */
export async function unwatched<Value>(
  { executable, args, folder }: Unwatched,
  prepare: (page: Page) => Promise<void>,
  measure: (tab: UnwatchedTab) => Promise<Value>,
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
      browser.once('exit', () => failed(new Error(`the browser exited: ${said}`)));
    });
    const watching = await chromium.connectOverCDP(address);
    const page = await watching.contexts()[0]!.newPage();
    await prepare(page);
    const url = page.url();
    await watching.close();
    const tabs = (await (await fetch(`http://${new URL(address).host}/json/list`)).json()) as {
      url: string;
      webSocketDebuggerUrl: string;
    }[];
    const tab = tabs.find((one) => one.url === url);
    if (!tab) throw new Error(`no tab shows ${url}`);
    const processId = browser.pid!;
    return await measure({
      evaluate: (expression) => evaluated(tab.webSocketDebuggerUrl, expression),
      processId,
      processorMs: () => processorMs(processTree(processId)),
    });
  } finally {
    // All of it: what was started may be a script that starts the browser, which would stay with its open tab and disturb what follows.
    for (const id of processTree(browser.pid!).toReversed()) process.kill(id);
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Uses the only debugger command that records nothing. */
function evaluated<Value>(address: string, expression: string): Promise<Value> {
  const socket = new WebSocket(address);
  const params = { expression, awaitPromise: true, returnByValue: true };
  return new Promise<Value>((done, failed) => {
    socket.addEventListener('open', () => socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params })));
    socket.addEventListener('error', () => failed(new Error('the connection to the tab failed')));
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const { result, exceptionDetails } = (JSON.parse(data) as { result: { result: { value: Value }; exceptionDetails?: unknown } })
        .result;
      if (exceptionDetails) failed(new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`));
      else done(result.value);
      socket.close();
    });
  });
}
