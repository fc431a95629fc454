import type { Translated } from '../../i18n/translate.ts';
import type * as chinese from './texts.zh-CN.ts';

export const comments: Translated<typeof chinese.comments> = {
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
