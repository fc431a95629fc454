import type { Language, Link } from '@alcove/contract';
import { filledIn } from '../../i18n/index.ts';
import { linkMessage as english } from './message.en-US.ts';
import { linkMessage as chinese } from './message.zh-CN.ts';
import { endStamp } from './link-words.ts';

type Told = Pick<Link, 'name' | 'url' | 'permissions' | 'expireTime' | 'note'>;

/** The message that a person sends with a link: one fact a line. The password is there only if the person may read it. */
export function messageOf(link: Told, password: string | undefined, language: Language): string {
  const texts = language === 'en-US' ? english : chinese;
  const lines = [
    filledIn(link.permissions.includes('upload') ? texts.introUpload : texts.intro, { name: link.name }),
    filledIn(texts.link, { url: link.url }),
    ...(password === undefined ? [] : [filledIn(texts.password, { password })]),
    ...(link.expireTime === null ? [] : [filledIn(texts.until, { when: endStamp(link.expireTime) })]),
    ...(link.note === '' ? [] : [filledIn(texts.note, { note: link.note })]),
  ];
  return lines.join('\n');
}
