import type { Language, Link } from '@alcove/contract';
import { currentLanguage, t } from '../../i18n/index.ts';
import { copyText } from '../../ui/copy-text.ts';
import { toast } from '../../ui/toast/toast.ts';
import { knownPassword } from './known-passwords.ts';
import { messageOf } from './link-message.ts';

async function copy(text: string, done: string): Promise<void> {
  if (await copyText(text)) toast.success(done);
  else toast.error(t('links.copyFailed'));
}

/** Why a link's address is not copied yet, or undefined. */
export const copyRefusal = (links: readonly Link[]): string | undefined => {
  const closed = links.filter(({ state }) => state !== 'valid').length;
  if (closed === 0) return undefined;
  return links.length === 1 ? t('links.notLive') : t('links.someNotLive', { n: closed });
};

/** Why nobody can look at a link as its visitors do, or undefined. Its creator sees it before it is out. */
export const openRefusal = (link: Link): string | undefined => (link.state === 'verifying' ? undefined : copyRefusal([link]));

/** One address, or several with their names, one a line. */
export const copyLinks = (links: readonly Link[]): Promise<void> =>
  links.length === 1
    ? copy(links[0]?.url ?? '', t('links.copiedLink'))
    : copy(links.map(({ name, url }) => `${name} ${url}`).join('\n'), t('links.copiedLinks', { n: links.length }));

/** The address, and its password if this tab knows it. */
export function copyWithPassword(link: Link): Promise<void> {
  const password = knownPassword(link.linkPath);
  if (!link.passwordSet || password === undefined) return copy(link.url, t('links.copiedLink'));
  return copy(`${link.url}\n${t('links.password')} ${password}`, t('links.copiedBoth'));
}

export function copyMessage(link: Link, language: Language = currentLanguage()): Promise<void> {
  const password = link.passwordSet ? knownPassword(link.linkPath) : undefined;
  const bare = link.passwordSet && password === undefined;
  return copy(messageOf(link, password, language), bare ? t('links.copiedMessageBare') : t('links.copiedMessage'));
}

export const copyPassword = (password: string): Promise<void> => copy(password, t('links.copiedPassword'));
