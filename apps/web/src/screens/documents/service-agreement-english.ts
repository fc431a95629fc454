import type { DocumentText } from './documents.ts';

export const text: DocumentText = {
  title: 'User service agreement',
  version: 'Version {version} · in force since {date}',
  otherLanguage: '阅读中文版',
  home: 'Agreements and policies',
  contents: 'On this page',
  intro:
    'Alcove is the drive that the company provides for its staff. It runs on the company’s own servers. This agreement says how you may use it, and what the company and you each answer for. By signing in you confirm that you have read it and accept it.',
  sections: [
    {
      title: 'The service',
      text: [
        'Alcove lets you keep, share and transfer files for your work: personal files, group files, department files, internal sharing, favorites and a recycle bin.',
        'The company may turn features on, change them or turn them off. Larger changes are announced beforehand.',
      ],
    },
    {
      title: 'Your account',
      text: ['The company gives you an account, and it stands for you in person.'],
      points: [
        'Log in only with your own account. Do not lend it, share it, or use somebody else’s.',
        'A password has more than 8 characters and at least 3 of: uppercase letters, lowercase letters, digits, special characters. Do not use it elsewhere.',
        'If you suspect that somebody else uses your account, change the password at once and tell the IT desk.',
        'When you leave or change position, or when the account expires, the company closes it and hands its files over by its own rules.',
      ],
    },
    {
      title: 'Rules of use',
      text: ['You answer for what you upload, share and publish. The following may be neither kept nor passed on:'],
      points: [
        'Anything illegal.',
        'Political or religious content.',
        'Malicious programs, and anything that harms systems, networks or people.',
        'Private matters and personal data of others, unless your work requires it and you are authorized.',
        'Confidential company content to anyone outside without authorization.',
      ],
    },
    {
      title: 'Sharing',
      text: [
        'Before you share, make sure that the other side may see the content, give no more permission than is needed, and end the share when it has served.',
        'Files marked as highly sensitive may not be passed to anyone outside.',
      ],
    },
    {
      title: 'Who owns the content',
      text: [
        'Rights in the files of your work follow the law and your contract with the company. Alcove acquires no right by keeping a file.',
        'Do not use Alcove as the only place for private files.',
      ],
    },
    {
      title: 'Records and measures',
      text: [
        'What is done with files is recorded, such as saving a new version, renaming, moving, copying, sharing, deleting and restoring, and so are finished uploads and downloads. The system itself does not check files for malicious programs: scan a file from an unknown source before you open it.',
        'The company may audit the use of Alcove by its rules. Breaking this agreement may lead to a frozen account, and to measures under company rules and the law.',
      ],
    },
    {
      title: 'Keeping and deleting',
      text: [
        'Deleted files go to the recycle bin first and can be restored for 30 days. After that they go to the administrators’ recycle bin, and you cannot bring them back yourself.',
        'Backups are made by the company’s own rules. They serve to recover from disasters, not to bring back single files deleted by mistake. Look after the versions of important files yourself.',
      ],
    },
    {
      title: 'Interruptions',
      text: [
        'Maintenance, faults or the network may interrupt the service for a while. Planned maintenance is announced. Interrupted uploads can be resumed afterward; an interrupted download may have to start over, depending on the browser.',
      ],
    },
    {
      title: 'Changes',
      text: ['A new version of this agreement is published here, with its number and date.'],
    },
    { title: 'Contact', text: ['For any question, contact the company’s IT desk.'] },
  ],
};
