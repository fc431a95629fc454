import type { Caller } from '../http/index.ts';

/** What the watermark says of this visitor, with `{time}` for the page to fill in. Who is not signed in is an address. Pure. */
export function watermarkOf(pattern: string, person: Pick<Caller, 'realName' | 'accountName'> | null, ip: string): string {
  const parts: Record<string, string> = { name: person?.realName ?? '', account: person?.accountName ?? ip };
  // One that says nothing but a name would be empty for who has none.
  const text = person || pattern.includes('{account}') ? pattern : pattern.replace('{name}', '{account}');
  return text
    .replace(/\{(name|account)\}/g, (_, part: string) => parts[part] ?? '')
    .replace(/ +/g, ' ')
    .trim();
}
