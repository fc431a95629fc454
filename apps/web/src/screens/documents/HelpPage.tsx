import { DocumentPage } from './DocumentPage.tsx';
import { text as chinese } from './help.ts';
import { text as english } from './help-english.ts';
import { useLanguageOfAddress } from './use-language-of-address.ts';

/** The built-in help, used until an administrator configures help docs. */
export default function HelpPage() {
  const language = useLanguageOfAddress();
  const text = language === 'zh-CN' ? chinese : english;
  return (
    <DocumentPage
      head={{
        title: text.title,
        language,
        home: { to: '/personalFile', text: text.home },
        other: { to: language === 'zh-CN' ? '/help?in=en-US' : '/help?in=zh-CN', text: text.otherLanguage },
        contents: text.contents,
      }}
      intro={text.intro}
      sections={text.sections.map(({ title, text: paragraphs, points }) => ({
        title,
        body: (
          <>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {points && (
              <ul>
                {points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            )}
          </>
        ),
      }))}
    />
  );
}
