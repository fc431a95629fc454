import type { Language } from '@alcove/contract';
import { Attachment } from '../http/index.ts';
import { sheetTypes, writeSheet } from '../sheets/index.ts';
import type { Row } from '../sheets/index.ts';
import { exportBounds } from './sheet-bounds.ts';

export const fileNames = {
  'zh-CN': { sheet: '人员', template: '人员导入模板.xlsx', people: '人员.xlsx', secrets: '一次性密码.xlsx' },
  'en-US': { sheet: 'People', template: 'People to import.xlsx', people: 'People.xlsx', secrets: 'One-time passwords.xlsx' },
} as const satisfies Record<Language, object>;

/** An .xlsx of blocks of rows, the head first. Throws what `writeSheet` and the rows throw. */
export async function sheetFile(
  fileName: string,
  name: string,
  rows: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>,
): Promise<Attachment> {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeSheet({ name, kind: 'xlsx', rows }, exportBounds)) pieces.push(piece);
  return new Attachment(fileName, sheetTypes.xlsx, Buffer.concat(pieces));
}
