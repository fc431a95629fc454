import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Eye, Pencil, Plus, Power, PowerOff, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { dlpActions, type DlpRule } from '@alcove/contract';
import { useCurrentUser } from '../../api/current-user.ts';
import { t } from '../../i18n/index.ts';
import { ChoiceMenu } from '../../ui/chip/ChoiceMenu.tsx';
import type { MenuEntry } from '../../ui/data-table/index.ts';
import { EmptyState } from '../../ui/empty-state/index.ts';
import { InfoLine } from '../../ui/info-line/InfoLine.tsx';
import { ItemListScreen } from '../../ui/list-screen/ItemListScreen.tsx';
import { useItemList } from '../../ui/list-screen/use-item-list.ts';
import { useListAddress } from '../../ui/list-screen/use-list-address.ts';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { removeRule, switchRule } from './rule-actions.ts';
import { ruleColumns, rulePhoneRow } from './rule-columns.tsx';
import { ruleKinds } from './rule-draft.ts';
import { pageOfRules, readRuleFilter, writeRuleFilter } from './rule-filter.ts';
import { contentRules } from './rule-queries.ts';
import { kindName } from './rule-words.ts';
import { RuleDrawer, type Edited } from './RuleDrawer.tsx';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const idOf = ({ ruleId }: DlpRule) => ruleId;
const nameOf = ({ name }: DlpRule) => name;
const inAddress = { read: readRuleFilter, write: writeRuleFilter };

/** What may go outside unseen, what must be reviewed, and what never leaves. */
export default function ContentRulesPage() {
  const { filter, onFilter } = useListAddress(inAddress);
  const { version, used = true } = useQuery(contentRules).data ?? {};
  const rules = useQuery({ ...contentRules, select: (answer) => pageOfRules(answer.rules, filter) });
  const list = useItemList({ query: rules, filter, onFilter, idOf });
  const [edited, setEdited] = useState<Edited | null>(null);
  const [phone, offline] = [usePhone(), !useOnline()];
  const held = useCurrentUser()?.adminItems ?? [];
  const edits = held.includes('dlp.edit');
  const columns = useMemo(() => ruleColumns(), []);
  const refused = offline ? t('adminRules.offline') : undefined;
  const open = (rule: DlpRule) => setEdited({ rule });
  const entries = (rule: DlpRule): MenuEntry[] =>
    edits
      ? [
          { id: 'edit', label: t('adminRules.edit'), icon: <Pencil {...icon} />, keys: 'Enter', quick: true, onClick: () => open(rule) },
          {
            id: 'switch',
            label: t(rule.enabled ? 'adminRules.switchOff' : 'adminRules.switchOn'),
            icon: rule.enabled ? <PowerOff {...icon} /> : <Power {...icon} />,
            refused,
            onClick: () => void switchRule(rule),
          },
          {
            id: 'remove',
            label: t('adminRules.remove'),
            icon: <Trash2 {...icon} />,
            danger: true,
            divided: true,
            refused,
            onClick: () => void removeRule(rule),
          },
        ]
      : [{ id: 'view', label: t('adminRules.view'), icon: <Eye {...icon} />, keys: 'Enter', quick: true, onClick: () => open(rule) }];
  const create = edits && (
    <Button size={phone ? 'lg' : 'sm'} leftSection={<Plus {...icon} />} disabled={offline} onClick={() => setEdited({ rule: null })}>
      {t('adminRules.create')}
    </Button>
  );
  const narrowed = filter.keyword !== '' || filter.kind !== null || filter.action !== null || filter.state !== null;
  return (
    <ItemListScreen
      title={t('adminRules.title')}
      {...(version !== undefined && { hint: t(edits ? 'adminRules.version' : 'adminRules.versionReadOnly', { version }) })}
      list={list}
      label={t('adminRules.list')}
      rowName={nameOf}
      columns={columns}
      phone={rulePhoneRow}
      selectable={false}
      actions={create}
      phoneBar={create}
      above={
        !used && (
          <InfoLine>
            <span>{t('adminRules.unused')}</span>
            {held.includes('configuration.view') && <Link to="/admin/configuration?keyword=contentRules">{t('adminRules.toSetting')}</Link>}
          </InfoLine>
        )
      }
      tools={
        <>
          <ChoiceMenu
            label={t('adminRules.kind')}
            value={filter.kind}
            defaultValue={null}
            choices={[{ value: null, text: t('adminRules.anyKind') }, ...ruleKinds.map((value) => ({ value, text: kindName(value) }))]}
            onChoose={(kind) => list.change({ kind })}
          />
          <ChoiceMenu
            label={t('adminRules.action')}
            value={filter.action}
            defaultValue={null}
            choices={[
              { value: null, text: t('adminRules.anyAction') },
              ...dlpActions.map((value) => ({ value, text: t(`adminRules.${value}`) })),
            ]}
            onChoose={(action) => list.change({ action })}
          />
          <ChoiceMenu
            label={t('adminRules.state')}
            value={filter.state}
            defaultValue={null}
            choices={[
              { value: null, text: t('adminRules.anyState') },
              { value: 'on' as const, text: t('adminRules.on') },
              { value: 'off' as const, text: t('adminRules.off') },
            ]}
            onChoose={(state) => list.change({ state })}
          />
        </>
      }
      find={t('adminRules.find')}
      widened={narrowed ? { keyword: '', kind: null, action: null, state: null } : null}
      empty={
        <EmptyState
          object="folder"
          title={t('adminRules.emptyTitle')}
          text={t(edits ? 'adminRules.emptyText' : 'adminRules.emptyReadOnly')}
        />
      }
      entries={entries}
      onOpen={open}
      counts={t('adminRules.counted', { n: list.table.page.total })}
    >
      <RuleDrawer edited={edited} edits={edits} onClose={() => setEdited(null)} />
    </ItemListScreen>
  );
}
