import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Eye, Pencil, Plus, Power, PowerOff, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { limits, type Allowlist, type AllowlistRule, type Page } from '@alcove/contract';
import { useCurrentUser } from '../../api/current-user.ts';
import { t } from '../../i18n/index.ts';
import type { MenuEntry } from '../../ui/data-table/index.ts';
import { EmptyState } from '../../ui/empty-state/index.ts';
import { ItemListScreen } from '../../ui/list-screen/ItemListScreen.tsx';
import { keywordIn, pageIn, putIn, type PageSize } from '../../ui/list-screen/list-address.ts';
import { useItemList } from '../../ui/list-screen/use-item-list.ts';
import { useListAddress } from '../../ui/list-screen/use-list-address.ts';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { removeRule, switchRule } from './rule-actions.ts';
import { ruleColumns, rulePhoneRow } from './rule-columns.tsx';
import { allowlist } from './rule-queries.ts';
import { ruleText, withRoleName } from './rule-words.ts';
import { RuleDialog } from './RuleDialog.tsx';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const idOf = ({ ruleId }: AllowlistRule) => ruleId;

interface Filter {
  page: number;
  pageSize: PageSize;
  keyword: string;
}
const first: Filter = { page: 1, pageSize: limits.defaultPageSize, keyword: '' };
const inAddress = {
  read: (address: URLSearchParams): Filter => ({ ...pageIn(address, first.pageSize), keyword: keywordIn(address) }),
  write: (filter: Filter): URLSearchParams =>
    putIn(new URLSearchParams(), { page: [filter.page, first.page], size: [filter.pageSize, first.pageSize] }),
};

/** One page of the rules, which the server sends whole. */
function pageOf({ rules, roles }: Allowlist, { page, pageSize }: Filter): Page<AllowlistRule> {
  const items = rules.slice((page - 1) * pageSize, page * pageSize).map((rule) => withRoleName(rule, roles));
  return { total: rules.length, page, pageSize, items };
}

/** From which addresses people, visitors and parts of the product are reached. */
export default function AllowlistPage() {
  const { filter, onFilter } = useListAddress(inAddress);
  const { data: all } = useQuery(allowlist);
  const rules = useQuery({ ...allowlist, select: (answer) => pageOf(answer, filter) });
  const list = useItemList({ query: rules, filter, onFilter, idOf });
  const [edited, setEdited] = useState<{ rule: AllowlistRule | null; turnedOn?: boolean } | null>(null);
  const [phone, offline] = [usePhone(), !useOnline()];
  const edits = useCurrentUser()?.adminItems.includes('allowlist.edit') ?? false;
  const columns = useMemo(() => ruleColumns(), []);
  const refused = offline ? t('adminAllowlist.offline') : undefined;
  const open = (rule: AllowlistRule) => setEdited({ rule });
  const turn = async (rule: AllowlistRule): Promise<void> => {
    if (!(await switchRule(rule))) setEdited({ rule, turnedOn: true });
  };
  const entries = (rule: AllowlistRule): MenuEntry[] =>
    edits
      ? [
          {
            id: 'edit',
            label: t('adminAllowlist.edit'),
            icon: <Pencil {...icon} />,
            keys: 'Enter',
            quick: true,
            onClick: () => open(rule),
          },
          {
            id: 'switch',
            label: t(rule.enabled ? 'adminAllowlist.switchOff' : 'adminAllowlist.switchOn'),
            icon: rule.enabled ? <PowerOff {...icon} /> : <Power {...icon} />,
            refused,
            onClick: () => void turn(rule),
          },
          {
            id: 'remove',
            label: t('adminAllowlist.remove'),
            icon: <Trash2 {...icon} />,
            danger: true,
            divided: true,
            refused,
            onClick: () => void removeRule(rule),
          },
        ]
      : [{ id: 'view', label: t('adminAllowlist.view'), icon: <Eye {...icon} />, keys: 'Enter', quick: true, onClick: () => open(rule) }];
  const create = edits && (
    <Button
      size={phone ? 'lg' : 'sm'}
      leftSection={<Plus {...icon} />}
      disabled={offline || all === undefined}
      onClick={() => setEdited({ rule: null })}
    >
      {t('adminAllowlist.create')}
    </Button>
  );
  return (
    <ItemListScreen
      title={t('adminAllowlist.title')}
      {...(all && { hint: t('adminAllowlist.hint', { address: all.own.address }) })}
      list={list}
      label={t('adminAllowlist.list')}
      rowName={ruleText}
      columns={columns}
      phone={rulePhoneRow}
      selectable={false}
      actions={create}
      phoneBar={create}
      empty={<EmptyState object="folder" title={t('adminAllowlist.emptyTitle')} text={t('adminAllowlist.emptyText')} />}
      entries={entries}
      onOpen={open}
      counts={t('adminAllowlist.counted', { n: list.table.page.total })}
    >
      {edited && all && <RuleDialog key={edited.rule?.ruleId ?? ''} {...edited} of={all} edits={edits} onClose={() => setEdited(null)} />}
    </ItemListScreen>
  );
}
