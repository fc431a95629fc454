import type { DocumentText } from './documents.ts';

export const text: DocumentText = {
  title: 'Privacy policy',
  version: 'Version {version} · in force since {date}',
  otherLanguage: '阅读中文版',
  allPolicies: 'Agreements and policies',
  contents: 'On this page',
  intro:
    'Alcove runs on the company’s own servers. Your files and the records of your use are not sent to the makers of Alcove, and serve neither advertising nor any analysis beyond your work. This policy says what is processed, why, who can see it, and for how long it is kept.',
  sections: [
    {
      title: 'What is processed',
      text: ['To provide the service, the system processes:'],
      points: [
        'Account: user name, name, department, language and display settings.',
        'Files: what you upload, with name, size, type, versions, times and place.',
        'Sharing: with whom you share and with which permissions, the settings of external links and how often they were visited.',
        'Records: when who signed in, uploaded, downloaded, shared or deleted what, and with which result.',
        'Technical data: IP address, kind of browser, client version, and a request number for finding faults.',
      ],
    },
    {
      title: 'Why',
      text: [
        'To know who you are and what you may do; to keep and transfer files; to protect systems and data; to find faults; to meet the company’s duties under the law and its own rules.',
        'It serves nothing else.',
      ],
    },
    {
      title: 'Who can see it',
      text: [
        'Your personal files are visible to you alone until you share them. Then the people you chose see them, with the permissions you gave.',
        'Administrators manage accounts, space and settings, and may read the records by the company’s rules. Their access to files is bound by permissions too, and leaves a record.',
        'Nothing is given to third parties outside the company unless the law requires it. Visitors of an external link see what you shared and your name in masked form.',
      ],
    },
    {
      title: 'What your browser keeps',
      text: [
        'After signing in, your browser holds one session cookie. It only keeps you signed in, and no script can read it.',
        'Your language, appearance, remembered user name and unfinished transfers are kept in this browser; clearing its data removes them. Alcove uses no tracking cookies.',
      ],
    },
    {
      title: 'How long',
      text: [
        'Files are kept until you, or somebody entitled to, delete them. Deleted files stay in the recycle bin for 30 days.',
        'Transfer records stay on your device for 30 days. Operation records are kept for as long as company rules say. When an account is closed, its data is deleted once its files are handed over and the time is up.',
      ],
    },
    {
      title: 'How it is protected',
      text: [
        'Connections are encrypted. Of passwords only a one-way result is kept. Files are checked for integrity when they are saved and can be stored encrypted if the company chooses so. Every access is checked against permissions.',
        'If a security incident affects you, the company informs you as the law and its rules require.',
      ],
    },
    {
      title: 'Your rights',
      text: [
        'You can see and change your settings, export or delete your files, and learn what the records say about you.',
        'To correct account data or ask about records, turn to the IT desk.',
      ],
    },
    {
      title: 'Changes',
      text: ['A new version of this policy carries its number and date; larger changes are announced when you sign in.'],
    },
    {
      title: 'Contact',
      text: ['For questions about privacy, turn to the company’s IT desk or to the department responsible for personal data.'],
    },
  ],
};
