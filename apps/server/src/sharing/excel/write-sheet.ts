import { neutral } from './neutral.ts';

/** An .xlsx of one sheet: its name, and rows of plain text, the head first. Nothing in it is a formula, whatever it begins with. */
export async function writeSheet(name: string, rows: readonly (readonly string[])[]): Promise<Buffer> {
  // Some megabytes of code that most servers need once a day.
  const { utils, write } = await import('@e965/xlsx');
  const sheet = utils.aoa_to_sheet(rows.map((row) => row.map(neutral)));
  sheet['!cols'] = (rows[0] ?? []).map((_, column) => ({
    wch: Math.min(48, 4 + Math.max(...rows.map((row) => widthOf(row[column] ?? '')))),
  }));
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, name);
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
}

/** In Latin characters: others are twice as wide. */
const widthOf = (text: string): number => [...text].reduce((sum, character) => sum + (character > '\u2e80' ? 2 : 1), 0);
