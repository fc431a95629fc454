import { createServer } from 'node:http';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync, crc32 } from 'node:zlib';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './company.ts';
import { choose, chooseFolder, drop, put, scratch, sparse } from './choosing.ts';
import { checks, leaveWaiting } from './uploading.ts';
import type { Company, Person } from '../apps/server/src/testing/index.ts';
import { calls, limits, type PluginInfo } from '../packages/contract/src/index.ts';

test.describe.configure({ mode: 'parallel' });

const MiB = 1_048_576;
const GiB = 1024 * MiB;
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const dialogOf = (page: Page) => page.getByRole('alertdialog').or(page.getByRole('dialog'));
const inList = (page: Page) => page.getByRole('region', { name: /^(传输列表|Transfers)$/ });
const many = (folder: string, count: number, kind = 'f') =>
  Array.from({ length: count }, (_, n) => put(`${kind} ${n} ${folder}`, folder, `${kind}${String(n).padStart(3, '0')}.txt`));

async function english(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => localStorage.setItem('alcove-language', 'en-US'));
}

/** All paths below a folder, such as `a/b/c.txt`; folders end with a slash. */
async function treeOf(person: Person, id = person.rootId, path = ''): Promise<string[]> {
  const found: string[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await person.call(calls.instance.page, { parentId: id, page, pageSize: 100 });
    for (const { instanceId, instanceName, classifierId } of items) {
      if (classifierId === 'File') found.push(path + instanceName);
      else found.push(`${path}${instanceName}/`, ...(await treeOf(person, instanceId, `${path}${instanceName}/`)));
    }
    if (page * 100 >= total) return found.sort();
  }
}
const arrived = (person: Person) => expect.poll(() => treeOf(person), { timeout: 90_000, intervals: [500, 1000] });

const offers = (company: Company, info: Omit<PluginInfo, 'testHosts'> | null): Promise<void> =>
  company.configures('pluginInfo', info ? { ...info, testHosts: [] } : undefined);

/** An available desktop app, with a version for the system that runs these tests. */
const offered = {
  revision: '1.0.0.7',
  systems: [
    { system: 'windows' as const, version: '1.7', address: '/client/windows.exe' },
    { system: 'linux' as const, version: '1.7', address: 'https://downloads.example/client.deb' },
  ],
};

/** Holds every upload check until the returned function is called, so that chosen files stay in the list. */
const holdChecks = (page: Page) => leaveWaiting(page, ...checks);

async function removeFromList(page: Page): Promise<void> {
  await inList(page)
    .getByRole('button', { name: /^(删除|Remove)$/ })
    .first()
    .click();
  await expect(inList(page).getByText(/没有正在上传的文件|No uploads in progress/)).toBeVisible();
}

test.afterEach(({ company }) => offers(company, null));

test.describe('selecting', () => {
  test('500 is the most, those under way counted', { tag: '@thorough' }, async ({ signedIn: page, context, company }) => {
    await english(context);
    await offers(company, offered);
    await page.goto('/disk/personalFile');
    const folder = scratch('many');
    const files = many(folder, 501);
    await choose(page, ...files);
    await expect(page.getByText('You can upload up to 500 files at a time')).toBeVisible();
    await holdChecks(page);
    await choose(page, ...files.slice(0, 300));
    await dialogOf(page).getByRole('button', { name: 'Continue on the web' }).click();
    await expect(page.getByText('Uploading', { exact: false }).first()).toBeVisible();
    await expect(page.getByText('You can upload up to 500 files at a time')).toBeHidden();
    await choose(page, ...files.slice(300));
    await expect(page.getByText('You can upload up to 500 files at a time')).toBeVisible();
    await choose(page, ...files.slice(300, 500));
    await expect(dialogOf(page).getByText('Upload 200 files?')).toBeVisible();
  });

  test('500 MB offers the plug-in once per session, a reload included; from 1 GB on the client is suggested', async ({
    signedIn: page,
    context,
    company,
  }) => {
    await english(context);
    await offers(company, offered);
    const file = sparse(500 * MiB, scratch('large'), 'large.bin');
    let asked = 0;
    page.on('request', (request) => void (asked += request.url().includes('/pub/pluginInfo') ? 1 : 0));
    await page.goto('/disk/personalFile');
    const offer = dialogOf(page).getByText('We recommend the desktop app');
    await choose(page, file);
    await expect(offer).toBeVisible();
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(inList(page)).toBeHidden();
    await holdChecks(page);
    for (const again of [false, true]) {
      if (again) await page.reload();
      await choose(page, file);
      await expect(inList(page).getByText('large.bin')).toBeVisible();
      await expect(offer).toBeHidden();
      await removeFromList(page);
    }
    expect(asked).toBe(1);
    const hint = page.getByText('For files over 1 GB, use the desktop app');
    await expect(hint).toBeHidden();
    await choose(page, sparse(GiB, scratch('huge'), 'huge.bin'));
    await expect(hint).toBeVisible();
    await expect(inList(page).getByText('huge.bin')).toBeVisible();
    await removeFromList(page);
    const next = await context.newPage();
    await next.goto('/disk/personalFile');
    await choose(next, file);
    await expect(dialogOf(next).getByText('We recommend the desktop app')).toBeVisible();
  });

  test(
    'a client that nobody can get is never spoken of: many files, large ones, folders',
    { tag: '@thorough' },
    async ({ signedIn: page, context, person, company }) => {
      await english(context);
      await person.folder('a folder');
      await offers(company, { ...offered, systems: offered.systems.filter(({ system }) => system === 'windows') });
      await page.goto('/disk/personalFile');
      await holdChecks(page);
      await choose(page, ...many(scratch('fifty-one'), 51));
      await expect(inList(page).getByText('f000.txt')).toBeVisible();
      await choose(page, sparse(GiB, scratch('huge'), 'huge.bin'));
      await expect(page.getByText(/client/i)).toHaveCount(0);
      await expect(dialogOf(page)).toBeHidden();
      await rowOf(page, 'a folder').click({ button: 'right' });
      await expect(page.getByRole('menuitem', { name: /Download/ })).toBeDisabled();
      await expect(page.getByText(/client/i)).toHaveCount(0);
    },
  );

  test('too much is refused whole, a file too large is left out, and what is empty arrives', async ({
    signedIn: page,
    person,
    company,
  }) => {
    const folder = scratch('巨大');
    await page.goto('/disk/personalFile');
    await expect(page.getByText('这里还没有文件')).toBeVisible();
    await choose(page, sparse(59 * GiB, folder, '59.bin'), sparse(GiB + 1, folder, '1.bin'));
    await expect(page.getByText('一次选择的文件总大小不能超过 60 GB')).toBeVisible();
    await expect(dialogOf(page)).toBeHidden();
    await choose(page, sparse(80 * GiB + 1, folder, '81.bin'), put('小文件', folder, '小.txt'), put('', folder, '空文件.txt'));
    await expect(page.getByText('「81.bin」超过 80 GB，未加入上传')).toBeVisible();
    await arrived(person).toEqual(['小.txt', '空文件.txt'].sort());
    await drop(page, [scratch('空的')]);
    await expect(page.getByText('已创建 1 个空文件夹')).toBeVisible();
    await arrived(person).toEqual(['小.txt', '空文件.txt', '空的/'].sort());
    await page.locator('input[type=file][multiple]').setInputFiles([]);
    await expect(page.getByText('没有选择文件')).toBeVisible();
    await company.configures('emptyFiles', false);
    try {
      await choose(page, put('', folder, '又一个.txt'));
      await expect(inList(page).getByText('浏览器内存不足，校验失败 [102]')).toBeVisible();
    } finally {
      await company.configures('emptyFiles', undefined);
    }
  });
});

test.describe('names', () => {
  const odd = (folder: string) => {
    put('one', folder, 'a?b*.txt');
    put('two', folder, 'good.txt');
    put('three', folder, 'x:y', 'inside.txt');
    put('four', folder, 'x:y', '[draft] plan.txt');
    return folder;
  };
  test('that are not valid are left out when the person declines, and cleaned when they agree, those of folders too', async ({
    signedIn: page,
    person,
  }) => {
    await page.goto('/disk/personalFile');
    await expect(page.getByText('这里还没有文件')).toBeVisible();
    const dialog = dialogOf(page);
    await drop(page, [odd(scratch('names'))]);
    await expect(dialog.getByText('3 个名称不符合规则')).toBeVisible();
    await dialog.getByRole('button', { name: '跳过', exact: true }).click();
    await arrived(person).toEqual(['names/', 'names/good.txt']);
    await drop(page, [odd(scratch('名称')), put('only marks', scratch('标点'), '？？')]);
    await expect(dialog.getByText('4 个名称不符合规则')).toBeVisible();
    for (const name of ['x:y', 'a?b*.txt', '[draft] plan.txt', '？？']) await expect(dialog.getByText(name, { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: '去掉后上传' }).click();
    await arrived(person).toEqual(
      [
        '_',
        'names/',
        'names/good.txt',
        '名称/',
        '名称/ab.txt',
        '名称/good.txt',
        '名称/xy/',
        '名称/xy/draft plan.txt',
        '名称/xy/inside.txt',
      ].sort(),
    );
  });
});

test.describe('names that are taken', () => {
  const contents = async (person: Person) => {
    const { items } = await person.call(calls.instance.page, { parentId: person.rootId, pageSize: 100 });
    const pairs = await Promise.all(
      items.map(async ({ instanceId, instanceName }) => [instanceName, String(await person.downloads(instanceId))] as const),
    );
    return Object.fromEntries(pairs.sort());
  };
  test('each answered by itself: skipped, both kept, a new version; then both kept for all', async ({ signedIn: page, person }) => {
    for (const name of ['a', 'b', 'c']) await person.uploads(`old ${name}`, `${name}.txt`);
    await page.goto('/disk/personalFile');
    const folder = scratch('逐个');
    await choose(page, ...['a', 'b', 'c'].map((name) => put(`new ${name}`, folder, `${name}.txt`)));
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: '应用到其余 2 个同名项' }).uncheck();
    await dialog.getByText('跳过', { exact: true }).click();
    await dialog.getByRole('button', { name: '跳过 1 项' }).click();
    await expect(dialog.getByText('「b.txt」')).toBeVisible();
    await dialog.getByRole('checkbox', { name: '应用到其余 1 个同名项' }).uncheck();
    await dialog.getByText('两个都保留').click();
    await dialog.getByRole('button', { name: '保留 1 项' }).click();
    await expect(dialog.getByText('「c.txt」')).toBeVisible();
    await dialog.getByText('替换，存为新版本', { exact: true }).click();
    await dialog.getByRole('button', { name: '替换 1 项' }).click();
    await expect.poll(() => contents(person)).toEqual({ 'a.txt': 'old a', 'b (1).txt': 'new b', 'b.txt': 'old b', 'c.txt': 'new c' });

    await choose(page, ...['a', 'c', 'd'].map((name) => put(`newer ${name}`, folder, `${name}.txt`)));
    await dialog.getByText('两个都保留', { exact: true }).click();
    await expect(dialog.getByRole('checkbox', { name: '应用到其余 1 个同名项' })).toBeChecked();
    await dialog.getByRole('button', { name: '保留 2 项' }).click();
    await expect(dialog).toBeHidden();
    await expect
      .poll(() => contents(person))
      .toEqual({
        'a (1).txt': 'newer a',
        'a.txt': 'old a',
        'b (1).txt': 'new b',
        'b.txt': 'old b',
        'c (1).txt': 'newer c',
        'c.txt': 'new c',
        'd.txt': 'newer d',
      });
  });
});

test.describe('folders', () => {
  const deep = Array.from({ length: 12 }, (_, n) => `level ${n + 1}`);
  /** Twice as many files, 12 levels deep, and an empty folder. */
  function bigTree(name: string, each: number): string {
    const folder = scratch(name);
    many(join(folder, ...deep), each, 'deep');
    many(join(folder, 'flat'), each, 'flat');
    mkdirSync(join(folder, 'empty'));
    return folder;
  }
  const wanted = (name: string, each: number, empty: boolean): string[] => [
    `${name}/`,
    ...deep.map((_, n) => `${name}/${deep.slice(0, n + 1).join('/')}/`),
    `${name}/flat/`,
    ...(empty ? [`${name}/empty/`] : []),
    ...Array.from({ length: each }, (_, n) => `${name}/flat/flat${String(n).padStart(3, '0')}.txt`),
    ...Array.from({ length: each }, (_, n) => `${name}/${deep.join('/')}/deep${String(n).padStart(3, '0')}.txt`),
  ];
  // The first is one batch of small files, the second several.
  for (const [way, each] of [
    ['picked', 10],
    ['dropped', 26],
  ] as const)
    test(
      `of 12 levels and ${2 * each} files, ${way}: the tree first, then the files`,
      { tag: way === 'dropped' ? '@thorough' : [] },
      async ({ signedIn: page, person, context }) => {
        if (way === 'picked') await english(context);
        const folder = bigTree('project', each);
        test.setTimeout(120_000);
        await page.goto('/disk/personalFile');
        await expect(page.getByText(/这里还没有文件|Nothing here yet/)).toBeVisible();
        const order: string[] = [];
        page.on('request', (request) => {
          if (/batchCreateFolder|checkUpload(Able|s)\b/.test(request.url()))
            order.push(/batchCreate/.test(request.url()) ? 'folders' : 'file');
        });
        await (way === 'picked' ? chooseFolder(page, folder) : drop(page, [folder]));
        await arrived(person).toEqual(wanted('project', each, way === 'dropped').sort());
        expect(order.lastIndexOf('folders')).toBeLessThan(order.indexOf('file'));
        expect(order).toContain('file');
      },
    );

  test('dropped twice, and onto a folder that has it: merged after one question', async ({ signedIn: page, person }) => {
    const folder = scratch('资料');
    put('first', folder, 'a.txt');
    await page.goto('/disk/personalFile');
    await expect(page.getByText('这里还没有文件')).toBeVisible();
    await drop(page, [folder]);
    await arrived(person).toEqual(['资料/', '资料/a.txt']);
    put('second', folder, 'a.txt');
    put('new', folder, '内', 'b.txt');
    await drop(page, [folder]);
    const dialog = page.getByRole('dialog', { name: '这里已有同名文件夹' });
    await dialog.getByRole('radiogroup', { name: '其中同名的文件' }).getByRole('radio', { name: '两个都保留' }).click();
    await dialog.getByRole('button', { name: '合并 1 项' }).click();
    await arrived(person).toEqual(['资料/', '资料/a (1).txt', '资料/a.txt', '资料/内/', '资料/内/b.txt']);

    const target = await person.folder('归档');
    await person.folder('资料', target.instanceId);
    await page.reload();
    const box = (await rowOf(page, '归档').boundingBox())!;
    await drop(page, [folder], { x: box.x + 120, y: box.y + box.height / 2 });
    await dialog.getByRole('button', { name: '合并 1 项' }).click();
    await expect.poll(() => treeOf(person, target.instanceId)).toEqual(['资料/', '资料/a.txt', '资料/内/', '资料/内/b.txt']);
  });
});

test('what is dropped while a question stands waits for its answer', async ({ signedIn: page, person, company }) => {
  await offers(company, offered);
  await page.goto('/disk/personalFile');
  await choose(page, ...many(scratch('一批'), 51));
  const dialog = dialogOf(page);
  await expect(dialog.getByText('上传 51 个文件？')).toBeVisible();
  const letGo = await holdChecks(page);
  await drop(page, [put('dropped', scratch('后来'), '后来.txt')], { x: 60, y: 500 });
  await expect(dialog.getByText('上传 51 个文件？')).toBeVisible();
  await dialog.getByRole('button', { name: '继续在网页上传' }).click();
  await expect(dialog.getByText('上传 1 个文件？')).toBeVisible(); // the 51 in progress count toward the limit
  await dialog.getByRole('button', { name: '继续在网页上传' }).click();
  await letGo();
  await arrived(person).toHaveLength(52);
});

test.describe('the plug-in', () => {
  test.describe.configure({ mode: 'default' }); // the plug-in has a single port

  /** Starts a server that stands in for the plug-in. */
  async function plugin(revision: string) {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' });
      response.end(JSON.stringify({ code: 0, revision }));
    });
    await new Promise<void>((resolve, reject) =>
      server.once('error', reject).listen(limits.pluginPorts.production.http, '127.0.0.1', resolve),
    );
    return { asked, stop: () => new Promise((resolve) => server.close(resolve)) };
  }
  let large: string;
  test.beforeAll(() => void (large = sparse(500 * MiB, scratch('plugin'), 'large.bin')));
  test(
    'a client for this system is offered by its address, in both questions',
    { tag: '@thorough' },
    async ({ signedIn: page, company }) => {
      await offers(company, offered);
      await page.goto('/disk/personalFile');
      await choose(page, large);
      const dialog = dialogOf(page);
      await expect(dialog.getByText('建议使用客户端上传')).toBeVisible();
      await expect(dialog.getByRole('link', { name: '下载客户端' })).toHaveAttribute('href', 'https://downloads.example/client.deb');
      await dialog.getByRole('button', { name: '取消' }).click();
      await choose(page, ...many(scratch('五十一'), 51));
      await expect(dialog.getByText('上传 51 个文件？')).toBeVisible();
      await expect(dialog.getByRole('link', { name: '下载客户端' })).toBeVisible();
    },
  );

  test('what the server offers is asked for once in 12 hours', { tag: '@thorough' }, async ({ signedIn: page, company, context }) => {
    await english(context);
    await offers(company, offered);
    let asked = 0;
    context.on('request', (request) => void (asked += request.url().includes('/pub/pluginInfo') ? 1 : 0));
    const files = many(scratch('fifty-one'), 51);
    await page.goto('/disk/personalFile');
    const again = async (expected: number) => {
      await choose(page, ...files);
      await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
      await expect(dialogOf(page)).toBeHidden();
      await expect(inList(page)).toBeHidden(); // given up, nothing is uploaded
      expect(asked).toBe(expected);
    };
    await again(1);
    await page.reload();
    await again(1);
    await page.clock.setSystemTime(Date.now() + limits.pluginCheckMs + 1000);
    await again(2);
  });

  test.describe('on Windows', () => {
    test.use({ userAgent: windows });
    test('nobody is offered it on a public site; elsewhere it is to be installed, or upgraded, once per session; then the web does it', async ({
      signedIn: page,
      company,
      person,
    }) => {
      await offers(company, offered);
      const { instanceId } = await person.uploads('large', 'film.bin');
      await company.database.updateTable('instance').set({ size: GiB }).where('id', '=', instanceId).execute();
      const blocked: string[] = [];
      page.on('console', (message) => void (/Content Security Policy/.test(message.text()) && blocked.push(message.text())));
      const dialog = dialogOf(page);
      const uploadsInThePage = async (): Promise<void> => {
        await choose(page, large);
        await expect(inList(page).getByText('large.bin')).toBeVisible();
        await expect(dialog).toBeHidden();
        await removeFromList(page);
      };
      const installed = await plugin('1.0.0.3');
      try {
        await company.configures('publicSite', true);
        await page.goto('/disk/personalFile');
        await holdChecks(page);
        await uploadsInThePage();
        expect(installed.asked).toEqual([]);

        await company.configures('publicSite', undefined);
        await page.reload();
        await choose(page, large);
        await expect(dialog.getByText('客户端有新版本')).toBeVisible();
        await expect(dialog.getByRole('link', { name: '下载客户端' })).toHaveAttribute('href', '/client/windows.exe');
        await dialog.getByRole('button', { name: '取消' }).click();
        expect(installed.asked).toEqual(['/checkClouddiskPlugin']);
        await page.reload();
        await uploadsInThePage();
      } finally {
        await company.configures('publicSite', undefined);
        await installed.stop();
      }
      await page.evaluate(() => sessionStorage.clear());
      await page.reload();
      await rowOf(page, 'film.bin').click();
      await page.getByRole('toolbar').getByRole('button', { name: '下载' }).click();
      await expect(page.getByText('超过 1 GB 的文件，建议使用客户端下载')).toBeVisible();
      await choose(page, large);
      await expect(dialog.getByText('建议使用客户端上传')).toBeVisible();
      expect(blocked).toEqual([]);
    });
  });
});

test.describe('downloading', () => {
  test('a folder is refused, and says why; a picture of more than 10,000 pixels asks before it opens', async ({
    signedIn: page,
    person,
    company,
  }) => {
    await offers(company, offered);
    await person.folder('文件夹');
    await person.uploads(png(10_001), '长图.png');
    await page.goto('/disk/personalFile');
    await rowOf(page, '文件夹').click();
    const button = page.getByRole('toolbar').getByRole('button', { name: '下载' });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await button.hover();
    await expect(page.getByText('网页端不支持下载文件夹，请使用客户端')).toBeVisible();
    await rowOf(page, '长图.png').dblclick();
    const overlay = page.getByRole('dialog');
    await expect(overlay.getByText('打开这张大图？')).toBeVisible();
    await expect(overlay.getByRole('img', { name: '长图.png' })).toHaveCount(0);
    await overlay.getByRole('button', { name: '打开图片' }).click();
    await expect(overlay.getByRole('img', { name: '长图.png' })).toBeVisible();
  });
});

/** A black line, one pixel high. */
function png(width: number): Buffer<ArrayBuffer> {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(1, 4);
  head[8] = 8;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(width + 1))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
