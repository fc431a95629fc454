import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { failureText, limits } from '@alcove/contract';
import { currentLanguage, t } from '../../i18n/index.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { added, removed, type Choice, type Chosen, type Refusal } from './chosen.ts';
import { ChosenList, type RoleOption } from './ChosenList.tsx';
import { DepartmentTree } from './DepartmentTree.tsx';
import { Finder } from './Finder.tsx';
import { PasteNames } from './PasteNames.tsx';
import { rememberChoices } from './recent-choices.ts';
import { RecentList } from './RecentList.tsx';
import styles from './people.module.css';

interface PeoplePickerProps {
  value: readonly Chosen[];
  onChange(next: readonly Chosen[]): void;
  /** The roles to choose from; without them the picker asks for none. */
  roles?: readonly RoleOption[];
  /** The default role; the first one when missing. */
  defaultRole?: string;
  /** The maximum number of people and departments together. */
  max?: number;
  /** Departments can be expanded but not chosen. */
  peopleOnly?: boolean;
}

/** Picks people and departments: by search, tree, recent choices or a pasted list. */
export function PeoplePicker({
  value,
  onChange,
  roles,
  defaultRole = roles?.[0]?.value,
  max = limits.peopleChosen + limits.departmentsChosen,
  peopleOnly = false,
}: PeoplePickerProps) {
  const userId = useCurrentUser()?.userId;
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const ids = new Set(value.map((one) => one.id));
  const change = (next: readonly Chosen[]) => {
    setRefusal(null);
    onChange(next);
  };
  const add = (choices: readonly Choice[]) => {
    const next = added(value, choices, { max, role: defaultRole });
    if (next.chosen.length > value.length) {
      change(next.chosen);
      if (userId !== undefined) rememberChoices(userId, choices);
    }
    setRefusal(next.refusal);
  };
  const toggle = (choice: Choice) => (ids.has(choice.id) ? change(removed(value, choice.id)) : add([choice]));
  return (
    <div className={styles.picker}>
      <div className={styles.finder}>
        <Finder text={text} onText={setText} ids={ids} onToggle={toggle} peopleOnly={peopleOnly} />
        <Tabs defaultValue="tree" className={text.trim() === '' ? styles.tabs : styles.away}>
          <Tabs.List>
            <Tabs.Tab value="tree">{t('departments.tree')}</Tabs.Tab>
            <Tabs.Tab value="recent">{t('departments.recent')}</Tabs.Tab>
            <Tabs.Tab value="paste">{t('departments.paste')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="tree" className={styles.tab}>
            <DepartmentTree ids={ids} onToggle={toggle} peopleOnly={peopleOnly} />
          </Tabs.Panel>
          <Tabs.Panel value="recent" className={styles.tab}>
            {userId !== undefined && <RecentList userId={userId} ids={ids} onToggle={toggle} peopleOnly={peopleOnly} />}
          </Tabs.Panel>
          <Tabs.Panel value="paste" className={styles.tab}>
            <PasteNames ids={ids} onAdd={add} />
          </Tabs.Panel>
        </Tabs>
        {refusal && (
          <p className={styles.refusal} role="alert">
            {failureText(refusal.code, currentLanguage(), refusal.details)}
          </p>
        )}
      </div>
      <ChosenList value={value} onChange={change} roles={roles} />
    </div>
  );
}
