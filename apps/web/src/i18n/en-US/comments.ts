import type { Translated } from '../translate.ts';
import type { comments as chinese } from '../zh-CN/comments.ts';

export const comments: Translated<typeof chinese> = {
  title: 'Comments',
  write: 'Write a comment',
  send: 'Send',
  remove: 'Delete comment',
  removeTitle: 'Delete this comment?',
  removeConfirm: 'Delete comment',
  open: 'Open',
  older: 'Earlier comments',
  all: 'All {n}',
  none: 'No comments yet',
  noneText: 'Be the first to comment. The owner will be notified.',
  noneReadOnly: 'Comments will appear here.',
};
