import type { Language } from '@alcove/contract';

/** What a ZIP itself says to the person who opens it; their language is the one in which it was asked for. */
export const archiveTexts: Record<Language, { fileName: string; topFolder: string; skipped: string }> = {
  'zh-CN': { fileName: '云阁下载', topFolder: '个人文件', skipped: '以下文件未能下载：' },
  'en-US': { fileName: 'Alcove download', topFolder: 'Personal files', skipped: 'These files couldn’t be downloaded:' },
};

const two = (number: number): string => String(number).padStart(2, '0');

/** The folder's own name for one folder, else the product's with the minute: `云阁下载 20261121-1530.zip`. */
export function archiveName(folderName: string | null, language: Language, now: Date): string {
  if (folderName !== null) return `${folderName}.zip`;
  const day = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`;
  return `${archiveTexts[language].fileName} ${day}-${two(now.getHours())}${two(now.getMinutes())}.zip`;
}
