import type { Language } from '@alcove/contract';

/** Texts within a ZIP, in the language of the request for it. */
export const archiveTexts: Record<Language, { fileName: string; topFolder: string; skipped: string }> = {
  'zh-CN': { fileName: '云阁下载', topFolder: '个人文件', skipped: '以下文件未能下载：' },
  'en-US': { fileName: 'Alcove download', topFolder: 'Personal files', skipped: 'These files couldn’t be downloaded:' },
};

const two = (number: number): string => String(number).padStart(2, '0');

/** The folder's name for a single folder, else the product's name with date and time: `云阁下载 20261121-1530.zip`. */
export function archiveName(folderName: string | null, language: Language, now: Date): string {
  if (folderName !== null) return `${folderName}.zip`;
  const day = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`;
  return `${archiveTexts[language].fileName} ${day}-${two(now.getHours())}${two(now.getMinutes())}.zip`;
}
