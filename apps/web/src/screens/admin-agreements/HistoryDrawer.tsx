import { Badge, Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AgreementDocument, AgreementVersion, Language } from '@alcove/contract';
import { agreementName, noteText } from '../../features/agreements/agreement-words.ts';
import { agreementText, agreementVersions } from '../../features/agreements/agreement-queries.ts';
import { SafeMarkdown } from '../../features/preview/SafeMarkdown.tsx';
import { currentLanguage, formatFullTime, formatTime, t } from '../../i18n/index.ts';
import { SideDrawer } from '../../ui/drawer/SideDrawer.tsx';
import { compareLines } from './compare-lines.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import styles from './agreements.module.css';

interface HistoryDrawerProps {
  /** Null: closed. */
  document: AgreementDocument | null;
  onClose(): void;
}

/** Every version of an agreement: its text, and what changed in it. */
export const HistoryDrawer = ({ document, onClose }: HistoryDrawerProps) => (
  <SideDrawer
    opened={document !== null}
    title={document && t('adminAgreements.historyTitle', { name: agreementName(document) })}
    width={760}
    onClose={onClose}
  >
    {document && <Versions document={document} />}
  </SideDrawer>
);

type Shown = { number: number; compared: boolean };

function Versions({ document }: { document: AgreementDocument }) {
  const { data } = useQuery(agreementVersions);
  const [language, setLanguage] = useState<Language>(currentLanguage());
  const [shown, setShown] = useState<Shown | null>(null);
  if (!data) return <Loader size="sm" />;
  const versions = data.versions.filter((version) => version.document === document);
  const toggle = (next: Shown) => setShown((now) => (now?.number === next.number && now.compared === next.compared ? null : next));
  const isShown = (number: number, compared: boolean) => shown?.number === number && shown.compared === compared;
  return (
    <>
      <LanguageSwitch value={language} onChange={setLanguage} />
      <ol className={styles.versions}>
        {versions.map((version) => (
          <li key={version.number} aria-label={t('adminAgreements.version', { number: version.number })}>
            <Head version={version} />
            <div className={styles.buttons}>
              <Button
                variant="default"
                size="xs"
                aria-expanded={isShown(version.number, false)}
                onClick={() => toggle({ number: version.number, compared: false })}
              >
                {t('adminAgreements.showText')}
              </Button>
              {version.number > 1 && (
                <Button
                  variant="default"
                  size="xs"
                  aria-expanded={isShown(version.number, true)}
                  onClick={() => toggle({ number: version.number, compared: true })}
                >
                  {t('adminAgreements.compare')}
                </Button>
              )}
            </div>
            {isShown(version.number, false) && <Text document={document} number={version.number} language={language} />}
            {isShown(version.number, true) && <Comparison document={document} number={version.number} language={language} />}
          </li>
        ))}
      </ol>
    </>
  );
}

function Head({ version: { number, time, note, asks } }: { version: AgreementVersion }) {
  return (
    <div className={styles.facts}>
      <h2>
        {t('adminAgreements.version', { number })}{' '}
        {number > 1 && (
          <Badge variant="light" color={asks ? 'yellow' : 'gray'}>
            {t(asks ? 'adminAgreements.asks' : 'adminAgreements.correction')}
          </Badge>
        )}
      </h2>
      <time title={formatFullTime(time)}>{formatTime(time)}</time>
      {noteText(note) && <span>{noteText(note)}</span>}
    </div>
  );
}

interface OfVersion {
  document: AgreementDocument;
  number: number;
  language: Language;
}

function Text({ document, number, language }: OfVersion) {
  const { data } = useQuery(agreementText(document, number));
  return (
    <div className={styles.preview} lang={language} tabIndex={0} role="document" aria-label={t('adminAgreements.version', { number })}>
      {data ? <SafeMarkdown text={data.text[language]} /> : <Loader size="sm" />}
    </div>
  );
}

function Comparison({ document, number, language }: OfVersion) {
  const after = useQuery(agreementText(document, number));
  const before = useQuery(agreementText(document, number - 1));
  if (!after.data || !before.data) return <Loader size="sm" />;
  const lines = compareLines(before.data.text[language], after.data.text[language]);
  const label = t('adminAgreements.compareWith', { number, before: number - 1 });
  if (lines.every(({ kind }) => kind === 'same')) return <p className={styles.hint}>{t('adminAgreements.same')}</p>;
  return (
    <div className={styles.compared} lang={language} tabIndex={0} role="document" aria-label={label}>
      {lines.map(({ kind, text }, index) =>
        kind === 'added' ? (
          <ins key={index}>{text || ' '}</ins>
        ) : kind === 'removed' ? (
          <del key={index}>{text || ' '}</del>
        ) : (
          <span key={index}>{text || ' '}</span>
        ),
      )}
    </div>
  );
}
