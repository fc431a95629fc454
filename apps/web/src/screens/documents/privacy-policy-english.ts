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
        'Account: user name, name, department, storage space, language and display settings, and the email address and phone number that the company entered for the account.',
        'Files: what you upload, with name, size, type, versions, times and location. For search and previews, the system extracts the text of documents and makes previews and thumbnails.',
        'Sharing: with whom you share, with which permissions, until when, and the message that goes with it.',
        'Collaboration: comments, tags, favorites, requests for access and notifications.',
        'Activity: who did what with a file and when, such as saving a new version, renaming, moving, copying, sharing, deleting or restoring it.',
        'Transfer records: name, size, location and time of the uploads and downloads that you finished, shown to you alone.',
        'Technical data: for each sign-in, its time, when it was last used, the IP address and the name of the browser; the number of failed sign-ins and their IP address, so that nobody can guess passwords; and the server’s own log, with request numbers for finding faults.',
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
        'Your personal files are visible to you alone until you share them. Then the people you chose see them, with the permissions you gave. Group and department files are visible to their members and managers, each with their own permissions.',
        'Colleagues who share something or add members can find you by name, user name or department. The activity of a file and the comments on it are visible to those who may see the file.',
        'Content that the company has already may not be transferred again when somebody uploads it. The uploader can tell from this that the same content exists in the company, but not whose it is or where.',
        'Administrators manage accounts, departments and settings; whoever runs the servers can technically reach the data on them and is bound by the company’s rules.',
        'Alcove sends nothing to third parties outside the company.',
      ],
    },
    {
      title: 'What your browser keeps',
      text: [
        'After you sign in, your browser holds two cookies that no script can read: one keeps you signed in; the other, valid for 400 days, lets Alcove recognize a browser that you have used, so that nobody can lock you out by typing wrong passwords. Signing in with a QR code uses one more for two minutes.',
        'The following is kept in this browser, and clearing its data removes it: language, appearance and how lists are displayed, the remembered user name, recently chosen departments, whether you acknowledged the rules of use, and unfinished uploads (file name, size, location and progress). Alcove uses no tracking cookies.',
      ],
    },
    {
      title: 'How long',
      text: [
        'Files are kept until you or somebody entitled to do so deletes them; how many old versions are kept, and for how many days, is set by the company. Deleted files stay in the recycle bin for 30 days and can be restored; after that they go to the administrators’ recycle bin, which the company clears by its own rules. Files with the same content are stored once: the content is deleted after the last file that uses it is cleared, usually a day later.',
        'Transfer records are kept on the server, in your account, and deleted after 30 days; the activity of files is kept for 365 days. Notifications are deleted 90 days after they were read, the record of a sign-in when its session has ended, and that of failed sign-ins a day after the last one. Nobody can sign in to a closed account; the company handles its files by its own rules.',
      ],
    },
    {
      title: 'How it is protected',
      text: [
        'Connections are encrypted where the company serves Alcove over HTTPS. Of passwords only a one-way result is kept. Files are checked for integrity when they are saved. Every access is checked against permissions. Depending on the storage that the company uses, a download that is under way when a permission ends may still finish, and playback that was already open may go on for up to 15 minutes. The company may have stored content obfuscated, which hides it from a casual look and is not encryption.',
        'If a security incident affects you, the company informs you as the law and its rules require.',
      ],
    },
    {
      title: 'Your rights',
      text: [
        'You can change your settings and password, download or delete your files, see your transfer records and the activity of your files, and see and end your sign-ins in other browsers.',
        'To correct account data, contact the IT desk.',
      ],
    },
    {
      title: 'Changes',
      text: ['A new version of this policy is published here, with its number and date.'],
    },
    {
      title: 'Contact',
      text: ['For questions about privacy, contact the company’s IT desk or the department responsible for personal data.'],
    },
  ],
};
