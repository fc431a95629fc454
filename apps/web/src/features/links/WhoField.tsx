import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { limits, linkVisitorTypes, type LinkVisitorType } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { usePhone } from '../../ui/use-media.ts';
import type { Chosen } from '../people/chosen.ts';
import { PeoplePicker } from '../people/PeoplePicker.tsx';
import { Labelled } from './Labelled.tsx';
import styles from './link-form.module.css';

interface WhoFieldProps {
  type: LinkVisitorType;
  people: readonly Chosen[];
  error: string | undefined;
  onChange(next: { visitorType?: LinkVisitorType; people?: readonly Chosen[] }): void;
}

const shownPeople = 5;

/** Who may open the link. Named people are chosen in a dialog of their own, because the picker needs its width. */
export function WhoField({ type, people, error, onChange }: WhoFieldProps) {
  const [picking, setPicking] = useState(false);
  const hints = { everyone: t('links.everyoneHint'), login: t('links.loginHint'), persons: t('links.personsHint') };
  return (
    <Labelled field="userIds" label={t('links.who')} hint={hints[type]} error={error}>
      <SegmentedControl
        fullWidth
        value={type}
        aria-label={t('links.who')}
        data={linkVisitorTypes.map((value) => ({ value, label: t(`links.${value}`) }))}
        onChange={(next) => {
          const visitorType = next as LinkVisitorType;
          onChange({ visitorType });
          if (visitorType === 'persons' && people.length === 0) setPicking(true);
        }}
      />
      {type === 'persons' && (
        <div className={styles.people}>
          {people.slice(0, shownPeople).map(({ id, name }) => (
            <span key={id} className={styles.person}>
              <Avatar id={id} name={name} size={20} />
              <span className={styles.cut}>{name}</span>
            </span>
          ))}
          {people.length > shownPeople && <span className={styles.quiet}>{t('links.peopleMore', { n: people.length })}</span>}
          <Button size="xs" variant="default" onClick={() => setPicking(true)}>
            {people.length === 0 ? t('links.choosePeople') : t('links.changePeople')}
          </Button>
        </div>
      )}
      {picking && (
        <PeopleDialog
          chosen={people}
          onClose={() => setPicking(false)}
          onDone={(next) => {
            onChange({ people: next });
            setPicking(false);
          }}
        />
      )}
    </Labelled>
  );
}

interface PeopleDialogProps {
  chosen: readonly Chosen[];
  onClose(): void;
  onDone(next: readonly Chosen[]): void;
}

function PeopleDialog({ chosen, onClose, onDone }: PeopleDialogProps) {
  const [value, setValue] = useState(chosen);
  return (
    <Dialog
      opened
      onClose={onClose}
      size={860}
      padding={0}
      fullScreen={usePhone()}
      title={t('links.peopleTitle')}
      classNames={{ content: styles.column ?? '', body: styles.fill ?? '' }}
    >
      <PeoplePicker value={value} onChange={setValue} max={limits.linkPeople} peopleOnly />
      <footer className={styles.foot}>
        <span className={styles.grow} />
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button disabled={value.length === 0} onClick={() => onDone(value)}>
          {value.length === 0 ? t('links.choosePeople') : t('links.peopleDone', { n: value.length })}
        </Button>
      </footer>
    </Dialog>
  );
}
