/**
 * Who may come through which link: visitor types, permissions and terms in all their combinations, from creation to visit, and each reason why a visitor
 * is turned away, in exact words. The browser sees each of them on a desktop and on a phone; the other combinations are asked for by call.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { enter, expect, inCompanyOf } from './company.ts';
import { addressOf, signedOut } from './links.ts';
import { thorough } from './thorough.ts';
import { calls, failures, linkPermissions, linkValidities, linkVisitorTypes, type InstanceId } from '../packages/contract/src/index.ts';
import type { LinkPermission, LinkValidity, LinkVisitorType } from '../packages/contract/src/index.ts';
import { adminPassword, Client } from '../apps/server/src/testing/index.ts';
import type { Company, Person } from '../apps/server/src/testing/index.ts';

/** The visitors of this file come from many addresses, as those of real links do. */
const { test, own } = inCompanyOf(async () => ({ trustProxy: ['127.0.0.1'] }));

const { link } = calls;
type Language = 'zh-CN' | 'en-US';
const dayMs = 86_400_000;
const password = '晨雾 #7';

/** What the page says at the gate, word by word. */
const said = {
  wrong: { 'zh-CN': '分享链接错误', 'en-US': 'The shared link is wrong' },
  expired: { 'zh-CN': '分享链接已过期', 'en-US': 'The shared link has expired' },
  gone: { 'zh-CN': '分享的文件不存在', 'en-US': 'The shared file doesn’t exist' },
  usedUp: { 'zh-CN': '分享链接的访问次数已达上限', 'en-US': 'The shared link has reached its visit limit' },
  login: { 'zh-CN': '需要登录后才能访问此分享', 'en-US': 'Sign in to open this shared link' },
  notNamed: { 'zh-CN': '你不在此分享的指定人员中', 'en-US': 'This link was shared with other people' },
  verifying: { 'zh-CN': '分享正在审核，请稍后再来', 'en-US': 'This link is still being verified. Come back later.' },
  fourLeft: { 'zh-CN': '提取码错误，还可尝试 4 次', 'en-US': 'The extraction code is wrong. 4 tries left.' },
  locked: {
    'zh-CN': '提取码错误次数过多，链接已锁定，请 30 分钟后再试',
    'en-US': 'Too many wrong extraction codes. The link is locked. Try again in 30 min.',
  },
} as const;
type Said = keyof typeof said;

/** What the page tells of the link's end, a moment after it was made. */
const left: Record<LinkValidity, Record<Language, RegExp> | null> = {
  employment: null,
  '3d': { 'zh-CN': /^剩余 [23] 天/, 'en-US': /^[23] d .*left$/ },
  '1w': { 'zh-CN': /^剩余 [67] 天/, 'en-US': /^[67] d .*left$/ },
  '1m': { 'zh-CN': /^剩余 (2[789]|3[01]) 天/, 'en-US': /^(2[789]|3[01]) d .*left$/ },
  '3m': { 'zh-CN': /^剩余 (8[89]|9[0-2]) 天/, 'en-US': /^(8[89]|9[0-2]) d .*left$/ },
  custom: { 'zh-CN': /^剩余 (19|20) 天/, 'en-US': /^(19|20) d .*left$/ },
};

interface Cell {
  at: number;
  type: LinkVisitorType;
  permission: LinkPermission;
  validity: LinkValidity;
  phone: boolean;
  /** How the link of this cell ends. */
  end: End;
  /** It asks for a password: one of each type and permission, because passwords are slow to check on purpose. */
  guarded: boolean;
  /** Every second of these is locked by wrong passwords in the end. */
  locks: boolean;
  path: string;
}
const ends = ['expired', 'withdrawn', 'gone', 'usedUp', 'password', 'verifying'] as const;
type End = (typeof ends)[number];

/** Every type, permission and term. Devices and ends go round, so that every two values of two columns meet. */
const everyCell = linkVisitorTypes.flatMap((type, t) =>
  linkPermissions.flatMap((permission, p) =>
    linkValidities.map((validity, v): Cell => {
      const at = (t * linkPermissions.length + p) * linkValidities.length + v;
      const end = ends[(v + t + 2 * p) % ends.length]!;
      return {
        at,
        type,
        permission,
        validity,
        phone: (t + p + v) % 2 === 1,
        end,
        guarded: end === 'password',
        locks: end === 'password' && (t + p) % 2 === 0,
        path: '',
      };
    }),
  ),
);

/**
 * The ordinary run visits a third of them. Still each two of type, permission and term meet, and each type and each permission meets every end
 * and both devices.
 */
const cells = everyCell.filter(({ type, permission, validity }) => {
  const [t, p, v] = [linkVisitorTypes.indexOf(type), linkPermissions.indexOf(permission), linkValidities.indexOf(validity)];
  return thorough || (2 * t + p + v) % 3 === 0;
});

/** Of these cells those that show something new on the screen. The thorough run looks at all. */
function onScreen(some: readonly Cell[], traits: (cell: Cell) => readonly unknown[]): Set<Cell> {
  const seen = new Set<string>();
  const isNew = (cell: Cell): boolean => {
    const keys = traits(cell).map((trait) => `${trait} ${cell.phone}`);
    const brings = keys.some((key) => !seen.has(key));
    for (const key of keys) seen.add(key);
    return brings;
  };
  return new Set(some.filter((cell) => isNew(cell) || thorough));
}

const languageOf = ({ phone }: Pick<Cell, 'phone'>): Language => (phone ? 'en-US' : 'zh-CN');
/** Each cell is visited from a network of its own: wrong passwords lock places. */
const addressIn = ({ at }: Cell, place = 0): string => `10.${place}.${at}.7`;
const termOf = (validity: LinkValidity) =>
  validity === 'custom' ? { validity, expireTime: new Date(Date.now() + 20 * dayMs).toISOString() } : { validity };

interface Stage {
  company: Company;
  creator: Person;
  /** Whom the links with specified persons name. */
  named: Person;
  other: Person;
  kept: InstanceId;
  going: InstanceId;
}

async function stage(company: Company, creator: Person): Promise<Stage> {
  const people = await Promise.all([company.person(), company.person()]);
  for (const person of people) await person.call(calls.user.acknowledgeAgreement, {});
  const folder = async (name: string): Promise<InstanceId> => {
    const { instanceId } = await creator.folder(name);
    await creator.uploads('1', '报价.txt', instanceId);
    return instanceId;
  };
  return { company, creator, named: people[0]!, other: people[1]!, kept: await folder('投标资料'), going: await folder('旧资料') };
}

const makes = ({ creator, named, kept, going }: Stage, { type, permission, validity, end, guarded }: Cell): Promise<{ linkPath: string }> =>
  creator.call(link.createOrUpdate, {
    instanceIds: [end === 'gone' ? going : kept],
    name: '投标资料',
    password: guarded ? password : null,
    permissions: [permission],
    visitorType: type,
    ...(type === 'persons' && { userIds: [named.userId] }),
    ...termOf(validity),
    ...(end === 'usedUp' && { visitLimit: 1 }),
  });

async function inTurns<Item>(items: readonly Item[], atOnce: number, work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
    }),
  );
}

/** Desktop and phone side by side, each looking at one link after the other. */
const onBothDevices = (some: readonly Cell[], work: (cell: Cell) => Promise<void>): Promise<unknown> =>
  Promise.all([true, false].map((phone) => inTurns(some.filter((cell) => cell.phone === phone), 1, work))); // prettier-ignore

/** Somebody of another program: the cookies of a person if they are signed in, and an address. */
function clientOf({ company }: Stage, person: Person | null, address: string): Client {
  const client = new Client(company.origin);
  for (const [name, value] of person?.cookies ?? []) client.cookies.set(name, value);
  client.headers['x-forwarded-for'] = address;
  return client;
}

/** Comes in without a browser, as one of these would, and is counted. Answers what the link allows. */
async function comesInByCall(visitor: Client, { path }: Cell): Promise<readonly LinkPermission[]> {
  const { shareToken } = await visitor.call(link.checkPassword, { linkPath: path, password });
  visitor.headers['x-share-token'] = shareToken;
  const { permissions } = await visitor.call(link.queryAttribute, { linkPath: path });
  await visitor.call(link.addViewCount, { linkPath: path });
  return permissions;
}

type Looker = 'stranger' | 'named' | 'other';

/** A desktop and a phone for each kind of visitor; a page looks at one link after the other. */
class Desk {
  readonly #pages = new Map<string, Promise<Page>>();
  readonly #contexts: BrowserContext[] = [];
  readonly #open: (phone: boolean, who: Looker) => Promise<BrowserContext>;
  constructor(open: (phone: boolean, who: Looker) => Promise<BrowserContext>) {
    this.#open = open;
  }

  /** `anew`: as a browser that was never inside. */
  async looks(who: Looker, { phone }: Pick<Cell, 'phone'>, path: string, address: string, anew = false): Promise<Page> {
    const key = `${who} ${phone}`;
    const made = async (): Promise<Page> => {
      const context = await this.#open(phone, who);
      this.#contexts.push(context);
      return context.newPage();
    };
    if (!this.#pages.has(key)) this.#pages.set(key, made());
    const page = await this.#pages.get(key)!;
    if (anew) {
      await page.evaluate(() => sessionStorage.clear());
      await page.context().clearCookies({ name: 'alcove_visitor' });
    }
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': address });
    await page.goto(addressOf(path));
    return page;
  }

  async close(): Promise<void> {
    await Promise.all(this.#contexts.map((context) => context.close()));
  }
}

const title = (page: Page) => page.getByRole('heading', { level: 1 });
async function isTold(page: Page, what: Said, cell: Cell): Promise<void> {
  await expect(title(page), JSON.stringify(cell)).toHaveText(said[what][languageOf(cell)]);
  expect(page.url(), 'none leads to the sign-in').toContain('/fileDownload');
}
async function types(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox').fill(code);
  await page.getByRole('textbox').press('Enter');
}

/** Inside: what the permission gives, and nothing more. */
async function isInside(page: Page, cell: Cell): Promise<void> {
  const { phone, permission, validity } = cell;
  const zh = languageOf(cell) === 'zh-CN';
  await expect(title(page), JSON.stringify(cell)).toHaveText('投标资料');
  const row = page.getByRole('row').filter({ hasText: '报价.txt' });
  const mayTake = permission === 'download' || permission === 'edit';
  if (permission === 'upload') {
    await expect(page.getByRole('button', { name: zh ? '选择文件' : 'Choose files', exact: true })).toBeVisible();
    await expect(row).toHaveCount(0);
  } else {
    await expect(row).toBeVisible();
    const takes = phone ? (zh ? '选择并下载' : 'Select to download') : zh ? '下载所选' : 'Download selected';
    await expect(page.getByRole('button', { name: takes })).toHaveCount(mayTake ? 1 : 0);
    await expect(page.getByRole('button', { name: zh ? '上传' : 'Upload', exact: true })).toHaveCount(permission === 'edit' ? 1 : 0);
  }
  const until = left[validity]?.[languageOf(cell)];
  const told = page.getByText(zh ? /^剩余 / : / left$/);
  if (permission !== 'upload') await expect(told).toHaveCount(until ? 1 : 0);
  if (until && permission !== 'upload') await expect(told).toHaveText(until);
}

test('every visitor type, permission and term, from creation to visit, and every way in which a link ends', async ({
  browser,
  person,
  baseURL,
}) => {
  test.setTimeout(300_000);
  const company = await own();
  const set = await stage(company, person);
  const desk = new Desk(async (phone, who) => {
    const context = await signedOut(browser, baseURL!, { phone, locale: languageOf({ phone }) });
    if (who !== 'stranger') await enter(context, set[who]);
    return context;
  });
  const lookerOf = ({ type }: Cell): Looker => (type === 'everyone' ? 'stranger' : 'named');

  await inTurns(cells, 4, async (cell) => {
    cell.path = (await makes(set, cell)).linkPath;
  });
  const states = async () => (await person.call(link.page, { pageSize: 10 })).states;
  await expect.poll(states, { timeout: 60_000 }).toMatchObject({ valid: cells.length, verifying: 0 });

  // Who has no business there is turned away before any password is asked for.
  for (const cell of cells.filter(({ type }) => type !== 'everyone')) {
    const strangers = clientOf(set, null, addressIn(cell));
    expect((await strangers.ask(link.checkPassword, { linkPath: cell.path, password })).errcode).toBe(failures.LINK_LOGIN_NEEDED.errcode);
    if (cell.type !== 'persons') continue;
    const others = clientOf(set, set.other, addressIn(cell));
    expect((await others.ask(link.checkPassword, { linkPath: cell.path, password })).errcode).toBe(failures.LINK_NOT_NAMED.errcode);
  }
  const closed = cells.filter(({ type, validity }) => type !== 'everyone' && (validity === '3d' || validity === '3m'));
  await onBothDevices([...onScreen(closed, ({ type }) => [type])], async (cell) => {
    await isTold(await desk.looks('stranger', cell, cell.path, addressIn(cell)), 'login', cell);
    if (cell.type === 'persons') await isTold(await desk.looks('other', cell, cell.path, addressIn(cell)), 'notNamed', cell);
  });

  // Everybody else comes in; whoever is asked for a password makes a mistake first.
  const visitorOf = (cell: Cell, place: number): Client =>
    clientOf(set, lookerOf(cell) === 'named' ? set.named : null, addressIn(cell, place));
  const entered = onScreen(cells, ({ type, permission, validity, guarded }) => [type, permission, validity, guarded]);
  await inTurns(
    cells.filter((cell) => !entered.has(cell)),
    4,
    async (cell) => expect(await comesInByCall(visitorOf(cell, 0), cell), JSON.stringify(cell)).toContain(cell.permission),
  );
  await onBothDevices([...entered], async (cell) => {
    const page = await desk.looks(lookerOf(cell), cell, cell.path, addressIn(cell));
    if (cell.guarded) {
      await types(page, '晨雾 #8');
      await expect(page.getByRole('alert')).toHaveText(said.fourLeft[languageOf(cell)]);
      await types(page, password);
    }
    await isInside(page, cell);
  });
  expect((await person.call(link.page, { pageSize: 100 })).items.map(({ visits }) => visits)).toEqual(cells.map(() => 1));

  const ended = (end: End) => cells.filter((cell) => cell.end === end);
  await company.database
    .updateTable('link')
    .set({ expires_at: new Date(Date.now() - 1000), validity: 'custom' })
    .where(
      'path',
      'in',
      ended('expired').map(({ path }) => path),
    ) // prettier-ignore
    .execute();
  await person.call(link.remove, { linkPaths: ended('withdrawn').map(({ path }) => path) });
  await person.call(calls.instance.remove, { instanceIds: [set.going] });
  const admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  await admin.call(calls.adminDlp.create, { name: '报价', kind: 'keyword', value: '报价', action: 'review' });
  for (const { path, permission } of ended('verifying'))
    await person.call(link.createOrUpdate, { linkPath: path, permissions: [permission === 'preview' ? 'download' : 'preview'] });
  const locking = ended('password').filter(({ locks }) => locks);
  await inTurns(locking, 2, async (cell) => {
    const guesser = visitorOf(cell, 1);
    for (let tries = 0; tries < 4; tries += 1) await guesser.ask(link.checkPassword, { linkPath: cell.path, password: `wrong ${tries}` });
  });

  const tells: Record<Exclude<End, 'password'>, [said: Said, failure: keyof typeof failures]> = {
    expired: ['expired', 'LINK_EXPIRED'],
    withdrawn: ['wrong', 'LINK_WRONG'],
    gone: ['gone', 'LINK_FILE_GONE'],
    usedUp: ['usedUp', 'LINK_USED_UP'],
    verifying: ['verifying', 'LINK_VERIFYING'],
  };
  const found = onScreen(cells, ({ end, locks }) => [end, locks]);
  await inTurns(
    cells.filter((cell) => !found.has(cell)),
    4,
    async (cell) => {
      const typed = cell.locks ? 'wrong 5' : password;
      const { errcode } = await visitorOf(cell, 1).ask(link.checkPassword, { linkPath: cell.path, password: typed });
      const told = cell.end === 'password' ? (cell.locks ? failures.LINK_LOCKED.errcode : 0) : failures[tells[cell.end][1]].errcode;
      expect(errcode, JSON.stringify(cell)).toBe(told);
    },
  );
  await onBothDevices([...found], async (cell) => {
    const page = await desk.looks(lookerOf(cell), cell, cell.path, addressIn(cell, 1), true);
    if (cell.end !== 'password') {
      await isTold(page, tells[cell.end][0], cell);
      return;
    }
    const language = languageOf(cell);
    await types(page, 'wrong 5');
    if (!cell.locks) return expect(page.getByRole('alert')).toHaveText(said.fourLeft[language]);
    await expect(page.getByRole('alert')).toHaveText(said.locked[language]);
    // Locked here, even for who knows the password; elsewhere the rightful visitor comes in.
    const comes = (place: number) => visitorOf(cell, place).ask(link.checkPassword, { linkPath: cell.path, password });
    expect((await comes(1)).errcode).toBe(failures.LINK_LOCKED.errcode);
    expect((await comes(2)).errcode).toBe(0);
  });

  // A path that is one letter off is no link; it is not told apart from one that was withdrawn.
  const whole = ended('password')[0]!;
  const last = whole.path.at(-1) === 'A' ? 'B' : 'A';
  await isTold(await desk.looks('stranger', whole, whole.path.slice(0, -1) + last, addressIn(whole)), 'wrong', whole);
  await desk.close();
});
