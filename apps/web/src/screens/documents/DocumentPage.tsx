import { Link } from 'react-router';
import type { Language } from '@alcove/contract';
import { Logo } from '../../ui/marks/Logo.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { documents } from './documents.ts';
import type { DocumentName, DocumentText } from './documents.ts';
import styles from './DocumentPage.module.css';

/** A document in the language of its address, not the reader's; it needs no session. */
export function DocumentPage({ name, language, text }: { name: DocumentName; language: Language; text: DocumentText }) {
  const facts = documents[name];
  const other: Language = language === 'zh-CN' ? 'en-US' : 'zh-CN';
  usePageTitle(text.title);
  return (
    <div className={styles.page} lang={language}>
      <header className={styles.head}>
        <Link to={facts.home} className={styles.brand}>
          <Logo size={24} />
          {text.home}
        </Link>
        <Link to={facts[other]} lang={other} className={styles.other}>
          {text.otherLanguage}
        </Link>
      </header>
      <div className={styles.columns}>
        <nav className={styles.contents} aria-label={text.contents}>
          <p>{text.contents}</p>
          <ol>
            {text.sections.map((section, index) => (
              <li key={section.title}>
                <a href={`#s${index + 1}`}>{section.title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <main className={styles.text}>
          <h1>{text.title}</h1>
          {text.version && (
            <p className={styles.version}>{text.version.replace('{version}', facts.version).replace('{date}', facts.effective)}</p>
          )}
          <p className={styles.intro}>{text.intro}</p>
          {text.sections.map((section, index) => (
            <section key={section.title} id={`s${index + 1}`}>
              <h2>
                <span>{index + 1}</span>
                {section.title}
              </h2>
              {section.text.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              {section.points && (
                <ul>
                  {section.points.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              )}
            </section>
          ))}
        </main>
      </div>
    </div>
  );
}
