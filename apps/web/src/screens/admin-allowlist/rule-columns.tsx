import { Globe } from 'lucide-react';
import type { AllowlistRule } from '@alcove/contract';
import { formatFullTime, t } from '../../i18n/index.ts';
import { CutCell, OnOffCell, PersonCell } from '../../ui/data-table/index.ts';
import type { Column, PhoneRow } from '../../ui/data-table/index.ts';
import { letIn, ruleText } from './rule-words.ts';
import styles from './allowlist.module.css';

const State = ({ enabled }: Pick<AllowlistRule, 'enabled'>) => (
  <OnOffCell on={enabled}>{t(enabled ? 'adminAllowlist.on' : 'adminAllowlist.off')}</OnOffCell>
);

export const ruleColumns = (): Column<AllowlistRule>[] => [
  {
    id: 'object',
    title: t('adminAllowlist.object'),
    width: 'minmax(0, 1fr)',
    primary: true,
    cell: (rule) => <CutCell text={ruleText(rule)} />,
  },
  {
    id: 'addresses',
    title: t('adminAllowlist.addresses'),
    width: 'minmax(0, 1.25fr)',
    needs: 460,
    cell: (rule) => (
      <span className={styles.mono} title={letIn(rule)}>
        {letIn(rule)}
      </span>
    ),
  },
  {
    id: 'note',
    title: t('adminAllowlist.note'),
    width: 'minmax(0, 0.9fr)',
    needs: 820,
    cell: ({ note }) => <CutCell text={note || t('adminAllowlist.unknown')} title={note} />,
  },
  {
    id: 'changedBy',
    title: t('adminAllowlist.changedBy'),
    width: '136px',
    needs: 720,
    cell: ({ changedBy, updateTime }) => (
      <PersonCell
        id={changedBy?.userId ?? null}
        name={changedBy?.realName ?? t('adminAllowlist.unknown')}
        title={formatFullTime(updateTime)}
      />
    ),
  },
  { id: 'state', title: t('adminAllowlist.state'), width: '92px', needs: 520, cell: (rule) => <State {...rule} /> },
];

export const rulePhoneRow = (rule: AllowlistRule): PhoneRow => ({
  icon: <Globe size={18} strokeWidth={1.75} aria-hidden />,
  name: ruleText(rule),
  facts: [...(rule.enabled ? [] : [t('adminAllowlist.off')]), letIn(rule)].join(' · '),
});
