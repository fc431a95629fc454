/** What tests of the ways of signing in share. */
import type { Locator, Page, Request } from '@playwright/test';
import type { Language } from '../packages/contract/src/index.ts';
import { expect } from './company.ts';

/** Clicks twice before the page is drawn again, as on a busy machine. The call that it sends goes out once. */
export async function clicksTwice(button: Locator, { path }: { path: string }): Promise<void> {
  const page = button.page();
  const asks = (request: Request): boolean => new URL(request.url()).pathname === path;
  let sent = 0;
  const count = (request: Request): void => void (asks(request) && (sent += 1));
  page.on('request', count);
  await Promise.all([
    page.waitForResponse((response) => asks(response.request())),
    button.evaluate((element: HTMLElement) => {
      element.click();
      element.click();
    }),
  ]);
  page.off('request', count);
  expect(sent, path).toBe(1);
}

/** Takes the network from this page alone, until the returned function is called. */
export async function losesNetwork(page: Page): Promise<() => Promise<void>> {
  const line = await page.context().newCDPSession(page);
  const setOffline = (offline: boolean) =>
    line.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
  await setOffline(true);
  // It stays attached: without it, Chromium would also put away the virtual authenticator of another one.
  return async () => void (await setOffline(false));
}

/** Does something without network. The page says so. */
export async function withoutNetwork(page: Page, says: Language, act: () => Promise<void>): Promise<void> {
  const findsNetwork = await losesNetwork(page);
  await act();
  await expect(page.getByRole('alert').filter({ hasText: noNetwork[says] })).toBeVisible();
  await findsNetwork();
}
const noNetwork = { 'zh-CN': '网络异常，请检查后重试', 'en-US': 'Network error. Check your connection and try again.' };

/** Clicks without network. The button can then be clicked again. */
export async function clicksOffline(button: Locator, says: Language): Promise<void> {
  await expect(button).toBeEnabled();
  await withoutNetwork(button.page(), says, () => button.click());
  await expect(button).toBeEnabled();
}
