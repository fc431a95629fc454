import { Check, ListChecks } from 'lucide-react';
import type { OffboardingCounts, OffboardingPartName, OffboardingPreview } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { isMissing, nobody, successorsOf, type Choices } from './choices.ts';
import { Figure } from './Figure.tsx';
import styles from './offboard.module.css';

interface WhatHappensProps {
  preview: OffboardingPreview;
  choices: Choices;
}

/** The aside of the form: what the act will do, and what it leaves as it is. */
export function WhatHappens({ preview: { parts, problems }, choices }: WhatHappensProps) {
  const countsOf = (name: OffboardingPartName): OffboardingCounts => parts.find(({ part }) => part === name)?.counts ?? {};
  const [space, shares, work] = [countsOf('space'), countsOf('shares'), countsOf('work')];
  const { space: heir, groups = [], departments, shares: giver } = successorsOf(choices);
  const missing = choices === nobody ? 0 : problems.filter((one) => one.field === 'groups' && isMissing(one)).length;
  const told = new Set([heir, departments, giver, ...groups.map(({ userId }) => userId)].filter(Boolean)).size;
  return (
    <aside className={styles.aside} aria-label={t('adminOffboard.happens')}>
      <h2>{t('adminOffboard.happens')}</h2>
      <dl className={styles.figures}>
        <Figure label={t('adminOffboard.filesMove')} value={choices.keeps ? 0 : (space.files ?? 0)} />
        <Figure
          label={t('adminOffboard.groupsMove')}
          value={countsOf('groups').groups ?? 0}
          {...(missing > 0 && { more: t('adminOffboard.missing', { n: missing }) })}
        />
        <Figure label={t('adminOffboard.sharesMove')} value={(space.shares ?? 0) + (shares.shares ?? 0) + (shares.grants ?? 0)} />
        <Figure label={t('adminOffboard.workStops')} value={(work.tasks ?? 0) + (work.uploads ?? 0)} />
        <Figure label={t('adminOffboard.linksEnd')} value={work.links ?? 0} />
        <Figure label={t('adminOffboard.peopleTold')} value={told} />
      </dl>
      <WhatStays />
      <span className={styles.grow} />
      <p className={styles.hint}>
        <ListChecks size={16} strokeWidth={1.75} aria-hidden />
        {t('adminOffboard.goesOn')}
      </p>
    </aside>
  );
}

export function WhatStays() {
  const facts = [t('adminOffboard.staysNames'), t('adminOffboard.staysAccount'), t('adminOffboard.staysReport')];
  return (
    <section className={styles.stays}>
      <h2>{t('adminOffboard.stays')}</h2>
      <ul>
        {facts.map((fact) => (
          <li key={fact}>
            <Check size={14} strokeWidth={1.75} aria-hidden />
            {fact}
          </li>
        ))}
      </ul>
    </section>
  );
}
