/** Settings in words: their names, hints and values. */
import { failures, serviceConfigCodes } from '@alcove/contract';
import type { ConfigurationItem, ServiceConfigCode } from '@alcove/contract';
import { currentLanguage, t, type PlainKey } from '../../i18n/index.ts';
import { draftOf, scaleOf, systems, valueOf } from './setting-draft.ts';
import { settingKinds, type Unit } from './setting-kinds.ts';

export const settingName = (code: ServiceConfigCode): string => t(`settingNames.${code}`);
export const settingHint = (code: ServiceConfigCode): string => t(`settingHints.${code}`);
export const choiceName = (choice: string): string => t(`settingChoices.${choice}` as PlainKey);
export const unitSuffix = (unit: Unit): string => t(`adminConfiguration.${unit}Suffix`);

/** Codes whose missing or zero number has a word of its own. */
const neverCodes: ReadonlySet<ServiceConfigCode> = new Set(['passwordTermDays', 'linkUnvisitedDays', 'logDays']);

const wrongTexts = {
  link: 'adminConfiguration.wrongLink',
  text: 'adminConfiguration.wrongText',
  hosts: 'adminConfiguration.wrongHosts',
  words: 'adminConfiguration.wrongWords',
  announcement: 'adminConfiguration.wrongAnnouncement',
  clients: 'adminConfiguration.wrongClients',
  plugin: 'adminConfiguration.wrongPlugin',
} as const satisfies Record<string, PlainKey>;
const wrongCodes: readonly number[] = [failures.CONFIGURATION_VALUE_WRONG.errcode, failures.CONFIGURATION_VALUE_EMPTY.errcode];

/** What a value of several parts needs, in the words of its form: the server answers programs too, and names what is allowed as a schema. Null: what it says is for people. */
export function wrongText(code: ServiceConfigCode, errcode: number): string | null {
  const { kind } = settingKinds[code].field;
  return wrongCodes.includes(errcode) && kind in wrongTexts ? t(wrongTexts[kind as keyof typeof wrongTexts]) : null;
}

/** A number with two decimals at most, as it is shown and not as it is edited. */
const rounded = (number: number): number => Math.round(number * 100) / 100;

/** A value in a line of the list. One that this release no longer understands is shown as it is kept. */
export function valueText(code: ServiceConfigCode, value: unknown): string {
  const { field } = settingKinds[code];
  if (!serviceConfigCodes[code].safeParse(value).success) return JSON.stringify(value);
  const draft = draftOf(field, value);
  switch (draft.kind) {
    case 'switch':
      return t(draft.on ? 'adminConfiguration.on' : 'adminConfiguration.off');
    case 'number': {
      if (field.kind !== 'number') return '';
      if (neverCodes.has(code) && !value) return t('adminConfiguration.never');
      if (!draft.limited) return t(field.ofServer ? 'adminConfiguration.ofServer' : 'adminConfiguration.unlimited');
      return t(`adminConfiguration.${field.unit}Unit`, { n: rounded(Number(value) / scaleOf(field.unit)) });
    }
    case 'choice':
      return choiceName(draft.text);
    case 'choices':
      if (field.kind !== 'choices') return '';
      return draft.chosen.map((choice) => field.names[choice]![currentLanguage()]).join(t('common.comma')) || t('adminConfiguration.empty');
    case 'announcement':
      if (!draft.on) return t('adminConfiguration.none');
      return `${currentLanguage() === 'zh-CN' ? draft.zh : draft.en} (${draft.from.replace('T', ' ')} – ${draft.to.replace('T', ' ')})`;
    case 'text':
    case 'link':
      return draft.text || t('adminConfiguration.empty');
    case 'hosts':
      return (valueOf(field, draft) as string[]).join(', ') || t('adminConfiguration.empty');
    case 'words':
      return `${draft.zh} / ${draft.en}`;
    case 'clients':
    case 'plugin': {
      const given = systems.filter((system) => draft.clients[system].address !== '');
      const texts = given.map((system) => `${t(`adminConfiguration.${system}`)} ${draft.clients[system].version}`);
      const all = draft.kind === 'plugin' ? [draft.revision, ...texts] : texts;
      return all.join(', ') || t('adminConfiguration.empty');
    }
  }
}

export const itemValueText = ({ code, value }: Pick<ConfigurationItem, 'code' | 'value'>): string => valueText(code, value);
