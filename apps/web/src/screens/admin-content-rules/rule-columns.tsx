import { Badge } from '@mantine/core';
import { FileType, Regex, Scale, ShieldAlert, WholeWord } from 'lucide-react';
import type { DlpKind, DlpRule } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { CutCell, OnOffCell, TimeCell } from '../../ui/data-table/index.ts';
import type { Column, PhoneRow } from '../../ui/data-table/index.ts';
import { kindName, valueText } from './rule-words.ts';
import styles from './rules.module.css';

const icons = { keyword: WholeWord, pattern: Regex, suffix: FileType, size: Scale, sensitivity: ShieldAlert };

function KindIcon({ kind }: { kind: DlpKind }) {
  const Icon = icons[kind];
  return <Icon className={styles.icon} size={18} strokeWidth={1.75} aria-hidden />;
}

const ActionTag = ({ action }: Pick<DlpRule, 'action'>) => (
  <Badge color={action === 'refuse' ? 'red' : 'yellow'}>{t(action === 'refuse' ? 'adminRules.refuse' : 'adminRules.review')}</Badge>
);

const State = ({ enabled }: Pick<DlpRule, 'enabled'>) => (
  <OnOffCell on={enabled}>{t(enabled ? 'adminRules.on' : 'adminRules.off')}</OnOffCell>
);

export const ruleColumns = (): Column<DlpRule>[] => [
  {
    id: 'name',
    title: t('adminRules.name'),
    width: 'minmax(0, 1fr)',
    sortable: true,
    primary: true,
    cell: ({ name, kind }) => (
      <>
        <KindIcon kind={kind} />
        <CutCell text={name} />
      </>
    ),
  },
  { id: 'kind', title: t('adminRules.kind'), width: '116px', needs: 620, cell: ({ kind }) => kindName(kind) },
  {
    id: 'value',
    title: t('adminRules.value'),
    width: 'minmax(0, 1.2fr)',
    needs: 820,
    cell: (rule) => (
      <span className={styles.value} data-kind={rule.kind} title={rule.value}>
        {valueText(rule)}
      </span>
    ),
  },
  { id: 'action', title: t('adminRules.action'), width: '116px', needs: 460, cell: (rule) => <ActionTag {...rule} /> },
  { id: 'state', title: t('adminRules.state'), width: '92px', needs: 520, cell: (rule) => <State {...rule} /> },
  {
    id: 'updateTime',
    title: t('adminRules.changed'),
    width: '128px',
    sortable: true,
    needs: 720,
    cell: ({ updateTime }) => <TimeCell at={updateTime} />,
  },
];

export const rulePhoneRow = (rule: DlpRule): PhoneRow => ({
  icon: <KindIcon kind={rule.kind} />,
  name: rule.name,
  facts: [
    t(rule.action === 'refuse' ? 'adminRules.refuse' : 'adminRules.review'),
    ...(rule.enabled ? [] : [t('adminRules.off')]),
    valueText(rule),
  ].join(' · '),
});
