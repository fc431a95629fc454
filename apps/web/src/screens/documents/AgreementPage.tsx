import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { AgreementDocument, Language } from '@alcove/contract';
import { agreementPath } from '../../features/agreements/agreement-words.ts';
import { agreementText } from '../../features/agreements/agreement-queries.ts';
import { splitText } from '../../features/agreements/split-text.ts';
import { agreements as english } from '../../features/agreements/texts.en-US.ts';
import { agreements as chinese } from '../../features/agreements/texts.zh-CN.ts';
import { SafeMarkdown } from '../../features/preview/SafeMarkdown.tsx';
import { formatDay } from '../../i18n/index.ts';
import { ErrorState, SkeletonRows } from '../../ui/empty-state/index.ts';
import { DocumentPage } from './DocumentPage.tsx';
import styles from './DocumentPage.module.css';

/** The number of a version in an address that anybody may have typed. */
const numberIn = (address: URLSearchParams): number | null => {
  const number = Number(address.get('version'));
  return Number.isInteger(number) && number >= 1 && number <= 1_000_000 ? number : null;
};

/** An agreement in the language of its address: the latest version, or the one that the address names. */
export function AgreementPage({ document, language }: { document: AgreementDocument; language: Language }) {
  const number = numberIn(useSearchParams()[0]);
  const { data, error, refetch } = useQuery(agreementText(document, number));
  const words = language === 'zh-CN' ? chinese : english;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows />;
  const { intro, sections } = splitText(data.text[language]);
  return (
    <DocumentPage
      head={{
        title: words[document],
        language,
        home: { to: '/policylist', text: words.policyList },
        other: { to: agreementPath(document, language === 'zh-CN' ? 'en-US' : 'zh-CN', number), text: words.otherLanguage },
        contents: words.onThisPage,
      }}
      version={words.versionAndDate.replace('{version}', String(data.number)).replace('{date}', formatDay(new Date(data.time)))}
      notice={
        data.number !== data.latest && (
          <p className={styles.notice} role="note">
            {words.notLatest} <Link to={agreementPath(document, language)}>{words.toLatest}</Link>
          </p>
        )
      }
      intro={intro && <SafeMarkdown text={intro} />}
      sections={sections.map(({ title, body }) => ({ title, body: <SafeMarkdown text={body} /> }))}
    />
  );
}
