import { closeSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';

/** Chooses files as a person does: with the button's file chooser, or by drag and drop from the desktop. */

const root = mkdtempSync(join(tmpdir(), 'alcove-choosing-'));
process.once('exit', () => rmSync(root, { recursive: true, force: true }));
let folders = 0;
/** Creates an empty folder on this machine's disk. */
export function scratch(name: string): string {
  const path = join(root, String((folders += 1)), name);
  mkdirSync(path, { recursive: true });
  return path;
}

/** Writes a file with its folders and returns its path. */
export function put(content: string | Buffer, ...path: string[]): string {
  const file = join(...path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

/** Creates a sparse file, which can have any size without using disk space. */
export function sparse(bytes: number, ...path: string[]): string {
  const file = join(...path);
  const descriptor = openSync(file, 'w');
  ftruncateSync(descriptor, bytes);
  closeSync(descriptor);
  return file;
}

const upload = /^(上传|Upload)$/;
export async function choose(page: Page, ...paths: string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: upload }).first().click();
  await (await chooser).setFiles(paths);
}

export async function chooseFolder(page: Page, path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /更多上传方式|More ways/ }).click();
  await page.getByRole('menuitem', { name: /^(上传文件夹|Upload folder)$/ }).click();
  await (await chooser).setFiles(path);
}

/** Drops real files of this machine at a point of the page. */
export async function drop(page: Page, files: string[], at: { x: number; y: number } = { x: 700, y: 500 }): Promise<void> {
  const line = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await line.send('Input.dispatchDragEvent', { type, ...at, data });
  await line.detach();
}
