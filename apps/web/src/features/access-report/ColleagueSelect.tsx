import { Combobox, useCombobox, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { limits, type Person } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { colleagues } from './access-report-queries.ts';
import styles from './access-report.module.css';

export type Colleague = Pick<Person, 'userId' | 'userRealName' | 'departmentPath'>;
const debounceMs = 280;

/** Selects whose access is explained: a button that opens a search. */
export function ColleagueSelect({ chosen, onChoose }: { chosen: Colleague; onChoose(colleague: Colleague): void }) {
  const [text, setText] = useState('');
  const [keyword] = useDebouncedValue(text.trim(), debounceMs);
  const found = useQuery(colleagues(keyword));
  const people = keyword === '' ? [] : (found.data ?? []);
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setText('');
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  return (
    <Combobox
      store={combobox}
      withinPortal={false}
      onOptionSubmit={(userId) => {
        const person = people.find((one) => one.userId === userId);
        if (person) onChoose(person);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target targetType="button">
        <button type="button" className={styles.colleague} onClick={() => combobox.toggleDropdown()}>
          <VisuallyHidden>{t('accessReport.whoTitle')}</VisuallyHidden>
          <Face {...chosen} />
          <ChevronDown size={15} strokeWidth={1.75} aria-hidden />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            combobox.updateSelectedOptionIndex();
          }}
          placeholder={t('accessReport.search')}
          aria-label={t('accessReport.search')}
          maxLength={limits.nameLength}
        />
        <Combobox.Options className={styles.options}>
          {people.map((person) => (
            <Combobox.Option key={person.userId} value={person.userId}>
              <span className={styles.face}>
                <Face {...person} />
              </span>
            </Combobox.Option>
          ))}
          {keyword !== '' && people.length === 0 && !found.isFetching && <Combobox.Empty>{t('accessReport.nobodyFound')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function Face({ userId, userRealName, departmentPath }: Colleague) {
  return (
    <>
      <Avatar id={userId} name={userRealName} size={22} />
      <span className={styles.cut}>{userRealName}</span>
      <span className={styles.path}>{departmentPath.slice(-2).join(' / ')}</span>
    </>
  );
}
