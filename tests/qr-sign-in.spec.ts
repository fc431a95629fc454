import { personPassword } from '../apps/server/src/testing/index.ts';
import { calls } from '../packages/contract/src/index.ts';
import { noFault } from './admin.ts';
import { byOtherName, enter, expect, test } from './company.ts';
import { inBothLooks, walks, wear } from './looks.ts';
import { clicksOffline, clicksTwice, losesNetwork, withoutNetwork } from './signing-in.ts';

/** The words below are English. */
const walk = walks.find(({ locale }) => locale === 'en-US')!;

test('a phone lets a computer in by its code, or refuses; a code that has ended says so', async ({ page, person, company }) => {
  const codes: string[] = [];
  // By its other name, the server sees another browser.
  const computer = await page.context().newPage();
  computer.on('response', (response) => {
    if (response.url().endsWith('/generateQrId')) void response.json().then(({ data }) => codes.push(data.qrId));
  });
  await page.context().addInitScript((language) => localStorage.setItem('alcove-language', language), walk.locale);
  await wear(computer, walk.looks[0]);
  await computer.goto(byOtherName(company.origin, '/disk/signIn?redirect=%2Fdisk%2FrecycleBin'));
  await computer.getByRole('tab', { name: 'QR code' }).click();
  await expect(computer.getByRole('img', { name: 'Sign-in QR code' })).toBeVisible();
  await inBothLooks(computer, walk, 'qr-computer', noFault(computer));

  // The phone is signed out: it signs in first, and comes back.
  await page.goto(`/disk/qr/${codes[0]}`);
  await expect(page).toHaveURL(/\/disk\/signIn\?redirect=%2Fdisk%2Fqr%2F/);
  await page.getByRole('textbox', { name: 'Username' }).fill(person.accountName);
  await page.locator('input[type=password]').fill(personPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/disk\/qr\//);
  await expect(page.getByText('127.0.0.1')).toBeVisible();
  await expect(computer.getByText('Confirm the sign-in on your phone')).toBeVisible();
  await inBothLooks(computer, walk, 'qr-scanned', noFault(computer));
  await inBothLooks(page, walk, 'qr-phone', noFault(page));
  await page.getByRole('button', { name: 'Not me, refuse' }).click();
  await expect(page.getByText('Refused', { exact: true })).toBeVisible();
  await expect(computer.getByText('This sign-in was refused')).toBeVisible();
  await inBothLooks(computer, walk, 'qr-refused', noFault(computer));
  await inBothLooks(page, walk, 'qr-phone-refused', noFault(page));
  await page.reload();
  await expect(page.getByText('This QR code is no longer valid')).toBeVisible();

  await computer.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => codes.length).toBe(2);
  await company.database
    .updateTable('qr_sign_in')
    .set({ expires_at: new Date(0) })
    .where('id', '=', codes[1]!)
    .execute();
  await expect(computer.getByText('The code has expired')).toBeVisible();
  await inBothLooks(computer, walk, 'qr-expired', noFault(computer));

  // Whoever is frozen after they have consented is told so where they wanted to sign in. The code of a moment without network stays good.
  await withoutNetwork(computer, walk.locale, () => computer.getByRole('button', { name: 'Refresh' }).click());
  await computer.getByRole('button', { name: 'Get another code' }).click();
  await expect.poll(() => codes.length).toBe(3);
  await page.goto(`/disk/qr/${codes[2]}`);
  const accept = page.getByRole('button', { name: 'Sign in', exact: true });
  await clicksOffline(accept, walk.locale);
  const findsNetwork = await losesNetwork(computer);
  await clicksTwice(accept, calls.user.confirmQr);
  await expect(page.getByText('The computer is signed in')).toBeVisible();
  await inBothLooks(page, walk, 'qr-phone-done', noFault(page));
  const account = (fields: object) => company.database.updateTable('user_account').set(fields).where('id', '=', person.userId).execute();
  await account({ frozen_at: new Date() });
  await expect(computer.getByText('You’re offline').first()).toBeVisible();
  await findsNetwork();
  await expect(computer.getByRole('alert')).toHaveText('Your account is suspended. Contact your administrator.');
  await inBothLooks(computer, walk, 'qr-frozen', noFault(computer));
  await account({ frozen_at: null });

  await computer.getByRole('button', { name: 'Get another code' }).click();
  await expect.poll(() => codes.length).toBe(4);
  await page.goto('about:blank');
  await enter(page.context(), person);
  await page.goto(`/disk/qr/${codes[3]}`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(computer).toHaveURL(/\/disk\/recycleBin$/);
  // Used, it opens nothing on another phone or computer.
  await page.reload();
  await expect(page.getByText('This QR code is no longer valid')).toBeVisible();
  await person.inAnotherBrowser(); // the freeze ended the first session
  expect((await person.call(calls.user.sessions, {})).some(({ way }) => way === 'qr')).toBe(true);
});
