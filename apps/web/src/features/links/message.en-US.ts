import type { Translated } from '../../i18n/translate.ts';
import type * as chinese from './message.zh-CN.ts';

export const linkMessage: Translated<typeof chinese.linkMessage> = {
  intro: 'I shared “{name}” with you in Alcove',
  introUpload: 'Upload your files to “{name}” in Alcove',
  link: 'Link: {url}',
  password: 'Password: {password}',
  until: 'Available until {when}',
  note: 'Note: {note}',
};
