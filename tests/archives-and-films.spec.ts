import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everyFault } from './axe.ts';
import { expect, test } from './company.ts';

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'alcove-archives-spec-'));
});
test.afterAll(() => rmSync(folder, { recursive: true }));

/** Packs a ZIP as old versions of Windows in China do: with names in GBK, and without a flag that says so. */
const packsGbk = `
import zipfile
class Raw(zipfile.ZipInfo):
    def _encodeFilenameFlags(self): return self.filename.encode('gbk'), 0
with zipfile.ZipFile('g.zip', 'w') as z:
    for name, text in (('项目/会议纪要.txt', '周一开会'), ('项目/图/a.txt', 'a'), ('说明.md', '# 说明')): z.writestr(Raw(name, (2026, 3, 4, 5, 6, 8)), text)
`;

test('an archive and a film open in their place', async ({ signedIn: page, person }) => {
  execFileSync('python3', ['-c', packsGbk], { cwd: folder });
  await person.uploads(Buffer.from(readFileSync(join(folder, 'g.zip'))), '资料.zip');
  const film = join(folder, 'f.mkv');
  const inputs = ['-f', 'lavfi', '-i', 'testsrc=duration=2:size=320x240:rate=10', '-f', 'lavfi', '-i', 'sine=duration=2'];
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', ...inputs, '-c:v', 'mpeg4', '-c:a', 'mp3', '-y', film]);
  await person.uploads(Buffer.from(readFileSync(film)), '旧片.mkv');
  const overlay = page.getByRole('dialog');
  await page.goto('/disk/personalFile');
  await test.step('the archive is walked by keyboard, an entry opens in it, and Esc leads back', async () => {
    await page.getByRole('row').filter({ hasText: '资料.zip' }).dblclick();
    const rows = overlay.getByRole('listitem');
    await expect(rows).toHaveText([/项目/, /说明\.md/]);
    await overlay.getByRole('button', { name: '项目' }).focus();
    await page.keyboard.press('Enter');
    await expect(rows).toHaveText([/图/, /会议纪要\.txt/]);
    await expect(rows.first().getByRole('button')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(overlay.getByText('周一开会')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(rows).toHaveText([/图/, /会议纪要\.txt/]);
    expect(await everyFault(page)).toEqual([]);
    const download = page.waitForEvent('download');
    await rows.last().getByRole('button', { name: '下载「会议纪要.txt」' }).click();
    expect((await download).suggestedFilename()).toBe('会议纪要.txt');
    await overlay.getByRole('button', { name: '关闭预览' }).click();
    await expect(overlay).toBeHidden();
  });
  await test.step('a film that no browser plays is transcoded, and plays by itself when it is ready', async () => {
    await page.getByRole('row').filter({ hasText: '旧片.mkv' }).dblclick();
    await expect(overlay.getByText('视频正在转码，暂时无法播放')).toBeVisible();
    const video = overlay.locator('video');
    await expect(video).toBeVisible();
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.2);
    expect(await video.evaluate((element: HTMLVideoElement) => [element.muted, element.videoWidth])).toEqual([true, 320]);
    // The space bar starts playback again.
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);
    await page.keyboard.press('Space');
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(false);
  });
});
