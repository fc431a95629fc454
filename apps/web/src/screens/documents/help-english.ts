import type { DocumentText } from './documents.ts';

export const text: DocumentText = {
  title: 'Help documents',
  otherLanguage: '阅读中文版',
  home: 'Open Alcove',
  contents: 'On this page',
  intro: 'Alcove is your company’s drive for storing, finding and sharing work files. This page covers the essentials.',
  sections: [
    {
      title: 'Uploading',
      text: [
        'Click “Upload”, or drag files and folders onto a list. “Transfers” shows their progress and lets you pause, resume and retry them.',
      ],
      points: [
        'A single file can be up to 80 GB. Several files selected together can be up to 60 GB in total.',
        'If you lose your connection, uploads resume when it’s back. If you close the page, choose the same file again to resume where it stopped.',
        'If a name already exists, you can choose “Skip”, “Keep both” or “Replace with a new version”.',
      ],
    },
    {
      title: 'Searching',
      text: [
        'Press Ctrl+K (⌘K on a Mac) or / to search. You can search by name and by the text in documents. For Chinese names, pinyin and its initials work too.',
      ],
    },
    {
      title: 'Previews and versions',
      text: [
        'Double-click a file to preview it. Most images, videos, audio, PDFs, Office documents, text files and archives open in your browser.',
        'Each time a file is updated, a new version is saved. Under “Versions” in the details, you can view, download and restore older versions.',
      ],
    },
    {
      title: 'Sharing',
      text: [
        'Choose “Share” in the menu of a file or folder, add people or departments, and set their access level: view only, download, edit or manager. You can also set an expiration date.',
        'To see what others shared with you, go to “Internal sharing” and select “Shared with me”.',
      ],
    },
    {
      title: 'Groups and departments',
      text: [
        'A group is a place for a team’s files. Its owner and administrators decide whether members can view, download or edit, and can set permissions on a single file or folder.',
        'Department files are managed by the department’s managers.',
      ],
    },
    {
      title: 'Deleting and restoring',
      text: [
        'Deleted files stay in the recycle bin for 30 days, and you can restore them until then. If you just deleted something by mistake, click “Undo” in the status message or press Ctrl+Z (⌘Z on a Mac).',
      ],
    },
    { title: 'Keyboard shortcuts', text: ['Press ? to see all keyboard shortcuts.'] },
    {
      title: 'Need more help?',
      text: ['Contact the IT help desk and include the code shown with the error. It helps them find the cause.'],
    },
  ],
};
