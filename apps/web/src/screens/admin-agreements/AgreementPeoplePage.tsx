import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { AgreementPerson } from '@alcove/contract';
import { formatFullTime, formatTime, t } from '../../i18n/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { Chip } from '../../ui/chip/Chip.tsx';
import type { Column, PhoneRow } from '../../ui/data-table/index.ts';
import { EmptyState } from '../../ui/empty-state/index.ts';
import { ItemListScreen } from '../../ui/list-screen/ItemListScreen.tsx';
import { useItemList } from '../../ui/list-screen/use-item-list.ts';
import { useListAddress } from '../../ui/list-screen/use-list-address.ts';
import { agreementPeople } from './agreement-admin-queries.ts';
import { readPeopleFilter, writePeopleFilter, type PeopleFilter } from './people-filter.ts';

const idOf = ({ userId }: AgreementPerson) => userId;
const nameOf = ({ realName }: AgreementPerson) => realName;
const inAddress = { read: readPeopleFilter, write: writePeopleFilter, tabOf: ({ accepted }: PeopleFilter) => accepted };

const timeOf = ({ accepted }: AgreementPerson): string => (accepted ? formatTime(accepted.time) : t('adminAgreements.never'));
const versionsOf = ({ accepted }: AgreementPerson): string => {
  if (!accepted) return '—';
  const { serviceAgreement, privacyPolicy, usageRules } = accepted.numbers;
  return t('adminAgreements.versionsOf', { serviceAgreement, privacyPolicy, usageRules });
};

const columns = (): Column<AgreementPerson>[] => [
  {
    id: 'name',
    title: t('adminAgreements.name'),
    width: 'minmax(0, 1fr)',
    primary: true,
    cell: ({ userId, realName }) => (
      <>
        <Avatar id={userId} name={realName} size={24} />
        {realName}
      </>
    ),
  },
  { id: 'account', title: t('adminAgreements.account'), width: 'minmax(0, 1fr)', needs: 460, cell: ({ accountName }) => accountName },
  {
    id: 'department',
    title: t('adminAgreements.department'),
    width: 'minmax(0, 1fr)',
    needs: 640,
    cell: ({ departmentName }) => departmentName || '—',
  },
  {
    id: 'time',
    title: t('adminAgreements.time'),
    width: '140px',
    cell: (person) => <span title={person.accepted ? formatFullTime(person.accepted.time) : undefined}>{timeOf(person)}</span>,
  },
  { id: 'versions', title: t('adminAgreements.versions'), width: '280px', needs: 900, cell: versionsOf },
];

const phoneRow = (person: AgreementPerson): PhoneRow => ({
  icon: <Avatar id={person.userId} name={person.realName} size={32} />,
  name: person.realName,
  facts: [person.departmentName, timeOf(person)].filter(Boolean).join(' · '),
});

/** Who has not accepted what the agreements ask, and who has. */
export default function AgreementPeoplePage() {
  const { filter, onFilter } = useListAddress(inAddress);
  const list = useItemList({ query: useQuery(agreementPeople(filter)), filter, onFilter, idOf });
  const shown = useMemo(() => columns(), []);
  const { total, more } = list.table.page;
  const accepted = filter.accepted === 'yes';
  return (
    <ItemListScreen
      title={t('adminAgreements.people')}
      list={list}
      label={t('adminAgreements.people')}
      rowName={nameOf}
      columns={shown}
      phone={phoneRow}
      selectable={false}
      find={t('adminAgreements.find')}
      actions={
        <Button
          variant="default"
          component={Link}
          to="/admin/agreements"
          leftSection={<ArrowLeft size={16} strokeWidth={1.75} aria-hidden />}
        >
          {t('adminAgreements.back')}
        </Button>
      }
      tools={
        <>
          <Chip on={!accepted} aria-pressed={!accepted} onClick={() => list.change({ accepted: 'no' })}>
            {t('adminAgreements.showWaiting')}
          </Chip>
          <Chip on={accepted} aria-pressed={accepted} onClick={() => list.change({ accepted: 'yes' })}>
            {t('adminAgreements.showAccepted')}
          </Chip>
        </>
      }
      empty={
        <EmptyState
          object="folder"
          title={t(accepted ? 'adminAgreements.emptyAccepted' : 'adminAgreements.emptyWaiting')}
          text={t('adminAgreements.emptyText')}
        />
      }
      entries={() => []}
      counts={t(more ? 'adminAgreements.countedMore' : 'adminAgreements.counted', { n: total })}
    />
  );
}
