import type { DocumentText } from './documents.ts';

export const text: DocumentText = {
  title: 'User service agreement',
  version: 'Version {version} · in force since {date}',
  otherLanguage: '阅读中文版',
  allPolicies: 'Agreements and policies',
  contents: 'On this page',
  intro:
    'Alcove is the drive that the company provides for its staff. It runs on the company’s own servers. This agreement says how you may use it, and what the company and you each answer for. By signing in you confirm that you have read it and accept it.',
  sections: [
    {
      title: 'The service',
      text: [
        'Alcove lets you keep, share and transfer files for your work: personal files, group files, internal sharing, external links, favourites and a recycle bin.',
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
        'Private matters and personal data of others, unless your work requires it and you are authorised.',
        'Confidential company content to anyone outside without authorisation.',
      ],
    },
    {
      title: 'Sharing and external links',
      text: [
        'Before you share, make sure that the other side may see the content, and give no more permission than is needed. Give external links an expiry date and a password, and stop them when they have served.',
        'Some external links go through a security check and an approval before they work. An approval does not relieve the person who shares of responsibility.',
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
      title: 'Security checks and audits',
      text: [
        'To protect the company and its staff, uploaded files are checked for malicious programs and restricted content, and actions such as signing in, uploading, downloading, sharing and deleting are recorded.',
        'Persons whom the company has appointed may read these records by its rules. Breaking this agreement may lead to limits, to a frozen account, and to measures under company rules and the law.',
      ],
    },
    {
      title: 'Keeping and deleting',
      text: [
        'Deleted files go to the recycle bin first and are cleared when their time is up; until then they can be restored. What is cleared cannot be brought back.',
        'The company makes backups. They serve to recover from disasters, not to bring back single files deleted by mistake. Look after the versions of important files yourself.',
      ],
    },
    {
      title: 'Interruptions',
      text: [
        'Maintenance, faults or the network may interrupt the service for a while. Planned maintenance is announced. Transfers under way can be resumed afterwards.',
      ],
    },
    {
      title: 'Changes',
      text: [
        'A new version of this agreement carries its number and date, and you are asked to confirm it after signing in. Earlier versions are available from the administrator.',
      ],
    },
    { title: 'Contact', text: ['For any question, turn to the company’s IT desk, or use “Send feedback” in the help menu.'] },
  ],
};
