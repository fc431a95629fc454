import type { DocumentText } from './documents.ts';

export const text: DocumentText = {
  title: 'Privacy policy',
  version: 'Version {version} · in force since {date}',
  otherLanguage: '阅读中文版',
  home: 'Agreements and policies',
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
        'Sharing: with whom you share, with which permissions, until when, and the message that goes with it.',
        'Activity: who did what with a file and when, such as saving a new version, renaming, moving, copying, sharing, deleting or restoring it.',
        'Transfer records: name, size, place and time of the uploads and downloads that you finished.',
        'Technical data: when a session began and ends; the IP address of failed sign-ins, so that nobody can guess passwords; and request numbers in the server’s own log, for finding faults.',
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
        'The activity of a file is visible to those who may see the file. Administrators manage accounts, departments and settings; whoever runs the servers can technically reach the data on them and is bound by the company’s rules.',
        'Alcove sends nothing to third parties outside the company.',
      ],
    },
    {
      title: 'What your browser keeps',
      text: [
        'After signing in, your browser holds two cookies that no script can read: one keeps you signed in, the other lets Alcove recognize a browser that you have used, so that nobody can lock you out by typing wrong passwords.',
        'Your language, appearance, remembered user name and unfinished transfers are kept in this browser; clearing its data removes them. Alcove uses no tracking cookies.',
      ],
    },
    {
      title: 'How long',
      text: [
        'Files are kept until you, or somebody entitled to, delete them. Deleted files stay in the recycle bin for 30 days and can be restored; after that they no longer appear there, and the company clears them by its own rules.',
        'Transfer records are kept on the server, in your account, and deleted after 30 days; the activity of files is kept for 365 days. Nobody can sign in to a closed account; the company handles its files by its own rules.',
      ],
    },
    {
      title: 'How it is protected',
      text: [
        'Connections are encrypted where the company serves Alcove over HTTPS. Of passwords only a one-way result is kept. Files are checked for integrity when they are saved. Every access is checked against permissions. The company may have stored content obfuscated, which hides it from a casual look and is not encryption.',
        'If a security incident affects you, the company informs you as the law and its rules require.',
      ],
    },
    {
      title: 'Your rights',
      text: [
        'You can change your settings and password, download or delete your files, and see your transfer records and the activity of your files.',
        'To correct account data, turn to the IT desk.',
      ],
    },
    {
      title: 'Changes',
      text: ['A new version of this policy is published here, with its number and date.'],
    },
    {
      title: 'Contact',
      text: ['For questions about privacy, turn to the company’s IT desk or to the department responsible for personal data.'],
    },
  ],
};
