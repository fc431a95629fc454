import type { DocumentText } from './documents.ts';

export const text: DocumentText = {
  title: 'Help',
  otherLanguage: '阅读中文版',
  home: 'Open Alcove',
  contents: 'On this page',
  intro: 'Alcove is the company’s drive: it keeps, finds and shares the files of your work. This page covers what you do most often.',
  sections: [
    {
      title: 'Uploading',
      text: [
        'Click “Upload”, or drop files and folders onto a list. The transfer list shows how far they are; you can pause, resume and retry.',
      ],
      points: [
        'A single file may have up to 80 GB; several chosen together, up to 60 GB.',
        'Uploads go on by themselves after a broken line. After closing the page, choose the same file again and it continues from what was sent.',
        'When a name is taken you are asked whether to skip the file, keep both, or replace it as a new version.',
      ],
    },
    {
      title: 'Finding',
      text: [
        'Press Ctrl+K (⌘K on a Mac) or / to search. Files are found by name, by pinyin or its initials, and by the text inside documents.',
      ],
    },
    {
      title: 'Previews and versions',
      text: [
        'Double-click a file to look at it. Most pictures, films, recordings, PDF and office documents, texts and archives open in the page.',
        'Every update of a file is kept as a version. In the details, “Versions” lets you look at, download and restore each of them.',
      ],
    },
    {
      title: 'Sharing',
      text: [
        'Choose “Share” in the menu of a file or folder, pick colleagues or departments, and let them view, download, edit or manage it, for a limited time if you like.',
        'What others share with you is under “Internal sharing”.',
      ],
    },
    {
      title: 'Groups and departments',
      text: [
        'A group’s files belong to a team: its owner and administrators decide who can view, download or edit, even for a single folder. Department files are managed by the managers of the department.',
      ],
    },
    {
      title: 'Deleting and restoring',
      text: [
        'Deleted files go to the recycle bin and can be restored for 30 days. Right after a mistake, click “Undo” in the message or press Ctrl+Z.',
      ],
    },
    { title: 'Keyboard', text: ['Press ? to see all keyboard shortcuts.'] },
    {
      title: 'Still stuck?',
      text: ['Turn to the company’s IT desk, and give them the number that an error shows: it helps to find the cause.'],
    },
  ],
};
