import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Language } from '@alcove/contract';
import { Logo } from '../../ui/marks/Logo.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import type { DocumentHead } from './documents.ts';
import styles from './DocumentPage.module.css';

interface DocumentPageProps {
  head: DocumentHead;
  /** The line below the title: version and date. */
  version?: string | undefined;
  /** Above the text. */
  notice?: ReactNode;
  intro: ReactNode;
  sections: readonly { title: string; body: ReactNode }[];
}

/** A document in the language of its address, not the reader's; it needs no session. */
export function DocumentPage({ head: { title, language, home, other, contents }, version, notice, intro, sections }: DocumentPageProps) {
  const otherLanguage: Language = language === 'zh-CN' ? 'en-US' : 'zh-CN';
  usePageTitle(title);
  return (
    <div className={styles.page} lang={language}>
      <header className={styles.head}>
        <Link to={home.to} className={styles.brand}>
          <Logo size={24} />
          {home.text}
        </Link>
        <Link to={other.to} lang={otherLanguage} className={styles.other}>
          {other.text}
        </Link>
      </header>
      <div className={styles.columns}>
        <nav className={styles.contents} aria-label={contents}>
          {sections.length > 0 && <p>{contents}</p>}
          <ol>
            {sections.map((section, index) => (
              <li key={section.title}>
                <a href={`#s${index + 1}`}>{section.title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <main className={styles.text}>
          <h1>{title}</h1>
          {version !== undefined && <p className={styles.version}>{version}</p>}
          {notice}
          {intro && <div className={styles.intro}>{intro}</div>}
          {sections.map((section, index) => (
            <section key={section.title} id={`s${index + 1}`}>
              <h2>
                <span>{index + 1}</span>
                {section.title}
              </h2>
              {section.body}
            </section>
          ))}
        </main>
      </div>
    </div>
  );
}
