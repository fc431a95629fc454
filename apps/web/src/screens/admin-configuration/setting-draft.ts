/** The value of a setting as its form holds it, and back. Pure. */
import type { Announcement } from '@alcove/contract';
import type { SettingField, Unit } from './setting-kinds.ts';

export const systems = ['windows', 'macos', 'linux'] as const;
export type System = (typeof systems)[number];

interface Client {
  version: string;
  address: string;
}
interface Plugin {
  revision: string;
  systems: readonly (Client & { system: System })[];
  testHosts: readonly string[];
}

/** What the form holds, by the kind of its field. */
export type Draft =
  | { kind: 'switch'; on: boolean }
  | { kind: 'number'; limited: boolean; number: number | string }
  | { kind: 'choice' | 'link' | 'text' | 'hosts'; text: string }
  | { kind: 'choices'; chosen: readonly string[] }
  /** Times as their fields have them, in the reader's time: `YYYY-MM-DDTHH:MM`, or ''. */
  | { kind: 'announcement'; on: boolean; zh: string; en: string; from: string; to: string; stopsAt: string }
  | { kind: 'words'; zh: string; en: string }
  | { kind: 'clients'; clients: Record<System, Client> }
  | { kind: 'plugin'; revision: string; clients: Record<System, Client>; hosts: string };

const scales: Record<Unit, number> = {
  characters: 1,
  days: 1,
  files: 1,
  hours: 1,
  minutes: 1,
  visits: 1,
  rows: 1,
  sessions: 1,
  tries: 1,
  versions: 1,
  percent: 1,
  gigabytes: 2 ** 30,
  megabytesPerSecond: 2 ** 20,
};
export const scaleOf = (unit: Unit): number => scales[unit];

const two = (value: number): string => String(value).padStart(2, '0');
/** A moment as a field for time and day has it. */
export function typed(moment: string | null | undefined): string {
  if (!moment) return '';
  const date = new Date(moment);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`;
}
const sent = (text: string): string | null => (Number.isNaN(Date.parse(text)) ? null : new Date(text).toISOString());

const noClient: Client = { version: '', address: '' };
const lines = (text: string): string[] =>
  text
    .split(/[\n,，;；]/)
    .map((line) => line.trim())
    .filter(Boolean);

const byHand = (clients: Partial<Record<System, Client>>): Record<System, Client> => ({
  windows: clients.windows ?? noClient,
  macos: clients.macos ?? noClient,
  linux: clients.linux ?? noClient,
});

/** The server has parsed the value by the schema of its code, so its shape is that of the field. */
export function draftOf(field: SettingField, value: unknown): Draft {
  switch (field.kind) {
    case 'switch':
      return { kind: 'switch', on: value === true };
    case 'number':
      return { kind: 'number', limited: value !== null, number: value === null ? '' : (value as number) / scaleOf(field.unit) };
    case 'announcement': {
      const { text, from, to, stopsAt } = (value ?? {}) as Partial<Announcement>;
      return {
        kind: 'announcement',
        on: value !== null,
        zh: text?.['zh-CN'] ?? '',
        en: text?.['en-US'] ?? '',
        from: typed(from),
        to: typed(to),
        stopsAt: typed(stopsAt),
      };
    }
    case 'choice':
    case 'text':
    case 'link':
      return { kind: field.kind, text: String(value) };
    case 'choices':
      return { kind: 'choices', chosen: Object.keys(field.names).filter((choice) => (value as string[]).includes(choice)) };
    case 'hosts':
      return { kind: 'hosts', text: (value as string[]).join('\n') };
    case 'words': {
      const words = value as Record<'zh-CN' | 'en-US', string>;
      return { kind: 'words', zh: words['zh-CN'], en: words['en-US'] };
    }
    case 'clients':
      return { kind: 'clients', clients: byHand(value as Partial<Record<System, Client>>) };
    case 'plugin': {
      const plugin = value as Plugin;
      const clients = Object.fromEntries(plugin.systems.map(({ system, version, address }) => [system, { version, address }]));
      return { kind: 'plugin', revision: plugin.revision, clients: byHand(clients), hosts: plugin.testHosts.join('\n') };
    }
  }
}

const isGiven = ({ version, address }: Client): boolean => version.trim() !== '' || address.trim() !== '';
const trimmed = ({ version, address }: Client): Client => ({ version: version.trim(), address: address.trim() });

/** What is sent to the server; undefined: a number is missing. */
export function valueOf(field: SettingField, draft: Draft): unknown {
  switch (draft.kind) {
    case 'switch':
      return draft.on;
    case 'number': {
      if (!draft.limited) return null;
      const scale = field.kind === 'number' ? scaleOf(field.unit) : 1;
      return draft.number === '' || !Number.isFinite(Number(draft.number)) ? undefined : Math.round(Number(draft.number) * scale);
    }
    case 'announcement': {
      if (!draft.on) return null;
      const text = { 'zh-CN': draft.zh.trim(), 'en-US': draft.en.trim() };
      return { text, from: sent(draft.from), to: sent(draft.to), stopsAt: sent(draft.stopsAt) };
    }
    case 'choice':
    case 'text':
    case 'link':
      return draft.text.trim();
    case 'choices':
      return field.kind === 'choices' ? Object.keys(field.names).filter((choice) => draft.chosen.includes(choice)) : [];
    case 'hosts':
      return lines(draft.text);
    case 'words':
      return { 'zh-CN': draft.zh.trim(), 'en-US': draft.en.trim() };
    case 'clients':
      return Object.fromEntries(
        systems.filter((system) => isGiven(draft.clients[system])).map((system) => [system, trimmed(draft.clients[system])]),
      );
    case 'plugin':
      return {
        revision: draft.revision.trim(),
        systems: systems
          .filter((system) => isGiven(draft.clients[system]))
          .map((system) => ({ system, ...trimmed(draft.clients[system]) })),
        testHosts: lines(draft.hosts),
      };
  }
}
