/** A tab that was loaded before a new build was installed: its code is gone from the server, and answers have a form that it does not know. */
import type { Page } from '@playwright/test';
import { expect, test } from './company.ts';
import { opensAs, opensLink } from './links.ts';
import { menuOf } from './sharer.ts';
import { choose, fileOf, hold, itemOf, rowOf, store } from './uploading.ts';

/** What a screen and a dialog load when they are first opened. */
const binCode = '**/assets/RecyclePage-*.js';
const linkCode = '**/assets/LinkDialog-*.js';

/**
 * From now on the server has another build, without this code of the page's own, which a page that is loaded anew finds again.
 * `broken`: also that page finds the pages of one build and the code of another, as from servers of which only some are new. Returns how
 * often pages were loaded.
 */
async function install(page: Page, gone: string, { broken = false } = {}): Promise<() => number> {
  let loads = 0;
  const isOld = (): boolean => broken || loads === 0;
  await page.route(/\/disk\/(?!api\/|assets\/)/, async (route) => {
    if (route.request().isNavigationRequest()) {
      loads += 1;
      return route.continue();
    }
    const response = await route.fetch();
    const body = await response.text();
    return route.fulfill({ response, body: isOld() ? body.replaceAll(/(?<=\/assets\/)(?=(index|visitor)-)/g, 'new-') : body });
  });
  await page.route(gone, (route) => (isOld() ? route.fulfill({ status: 404, body: '{}' }) : route.continue()));
  return () => loads;
}

const opensBin = (page: Page) => page.getByRole('link', { name: '回收站' }).click();
const bin = (page: Page) => page.getByText('回收站是空的');
const crashed = (page: Page) => page.getByText('这个页面出了问题');

test('a screen whose code went with the old build opens in the new one, after one reload', async ({ signedIn: page }) => {
  await page.goto('/disk/personalFile');
  await expect(page.getByText('这里还没有文件')).toBeVisible();
  const loads = await install(page, binCode);
  await opensBin(page);
  await expect(bin(page)).toBeVisible();
  await expect(page).toHaveURL(/\/disk\/recycleBin$/);
  expect(loads()).toBe(1);
});

test('where a reload does not help, it is tried once, or not at all, and the rest of the page goes on', async ({ signedIn: page }) => {
  await test.step('the code is still missing afterwards', async () => {
    await page.goto('/disk/personalFile');
    await expect(page.getByText('这里还没有文件')).toBeVisible();
    const loads = await install(page, binCode, { broken: true });
    await opensBin(page);
    await expect(crashed(page)).toBeVisible();
    expect(loads()).toBe(1);
    await page.getByRole('button', { name: '重新加载' }).click();
    await expect(crashed(page)).toBeVisible();
    expect(loads()).toBe(2);
    await page.getByRole('link', { name: '个人文件' }).first().click();
    await expect(page.getByText('这里还没有文件')).toBeVisible();
    await page.unrouteAll();
  });

  await test.step('no other build is installed: only the code did not come', async () => {
    await page.goto('/disk/personalFile');
    await expect(page.getByText('这里还没有文件')).toBeVisible();
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    await page.route(binCode, (route) => route.abort());
    await opensBin(page);
    await expect(crashed(page)).toBeVisible();
    expect(loads).toBe(0);
  });
});

/** Answers every page of a folder in a form that this build does not know, as long as `isNew`. */
const answersAnew = (page: Page, isNew: () => boolean) =>
  page.route('**/instance/narrowPage*', async (route) => {
    if (!isNew()) return route.continue();
    const response = await route.fetch();
    const answer = (await response.json()) as { data: object };
    return route.fulfill({ response, json: { ...answer, data: { rows: answer.data } } });
  });

test('a list whose answer the old build does not understand comes in the new one, after one reload', async ({ signedIn: page, person }) => {
  const { instanceId } = await person.folder('资料');
  await person.folder('二季度', instanceId);
  await page.goto('/disk/personalFile');
  await expect(rowOf(page, '资料')).toBeVisible();

  await test.step('where no other build is installed, it says that it could not be shown', async () => {
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    let isNew = true;
    await answersAnew(page, () => isNew);
    await rowOf(page, '资料').dblclick();
    await expect(page.getByRole('button', { name: '重试' })).toBeVisible();
    expect(loads).toBe(0);
    isNew = false;
    await page.getByRole('button', { name: '重试' }).click();
    await expect(rowOf(page, '二季度')).toBeVisible();
    await page.unrouteAll();
  });

  await page.goto('/disk/personalFile');
  await expect(rowOf(page, '资料')).toBeVisible();
  const loads = await install(page, binCode);
  await answersAnew(page, () => loads() === 0);
  await rowOf(page, '资料').dblclick();
  await expect(rowOf(page, '二季度')).toBeVisible();
  expect(loads()).toBe(1);
});

test('while something is sent, nothing is loaded anew: a screen waits for it, a dialog says what to do', async ({
  signedIn: page,
  person,
}) => {
  await person.folder('资料');
  await page.goto('/disk/personalFile');
  await expect(rowOf(page, '资料')).toBeVisible();
  const line = await hold(page, store.put);
  const file = fileOf('在途.txt', 'on its way');
  await choose(page, file);
  await expect.poll(() => line.held()).toBe(1);
  const loads = await install(page, binCode);
  await page.route(linkCode, (route) => route.fulfill({ status: 404, body: '{}' }));

  await menuOf(page, '资料', '外链分享');
  await expect(page.getByText('云阁已更新，这项功能要重新加载后才能用')).toBeVisible();
  await expect(rowOf(page, '资料')).toBeVisible();
  await opensBin(page);
  await expect(page.getByRole('heading', { name: '云阁已更新' })).toBeVisible();
  await expect(itemOf(page, file.name)).toBeVisible();
  expect(loads()).toBe(0);
  line.release();
  await expect(bin(page)).toBeVisible();
  expect(loads()).toBe(1);
  expect(await person.names()).toContain(file.name);
});

test("a visitor's tab comes back in the new build, too, in the folder where it was", async ({ page, company, person }) => {
  const outer = await person.folder('产品发布会物料');
  await person.folder('季度复盘', outer.instanceId);
  const path = await opensLink(person, company.visitor(), outer.instanceId);
  await opensAs(page, path);
  await page.getByRole('button', { name: '季度复盘' }).click();
  await expect(page.getByText('这个文件夹是空的')).toBeVisible();
  const loads = await install(page, '**/assets/QrDialog-*.js');
  const opensCode = async (): Promise<void> => {
    await page.getByRole('button', { name: '更多' }).first().click();
    await page.getByRole('menuitem', { name: '二维码' }).click();
  };
  const comesBack = page.waitForEvent('load');
  await opensCode();
  await comesBack;
  await expect(page.getByRole('navigation').getByText('季度复盘')).toBeVisible();
  expect(loads()).toBe(1);
  await opensCode();
  await expect(page.getByRole('dialog')).toBeVisible();
});
