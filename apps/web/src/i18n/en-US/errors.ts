import type { Translated } from '../translate.ts';
import type { errors as chinese } from '../zh-CN/errors.ts';

export const errors: Translated<typeof chinese> = {
  timeout: 'Request timed out. Try again.',
  network: 'Network error. Check your connection and try again.',
  server: 'Something went wrong on the server. Contact your administrator.',
  unknown: 'Something went wrong. Try again.',
  title404: 'Page not found',
  text404: 'The page you visited doesn’t exist. The address may be wrong, or the page was removed.',
  title403: 'You don’t have access to this page',
  text403: 'If you need it, ask your administrator.',
  title500: 'Something went wrong on the server',
  text500: 'Try again in a moment. If the problem continues, send the code below to your administrator.',
  titleOther: 'Couldn’t open this page',
  crashed: 'Something went wrong on this page',
  crashedText: 'Your files aren’t affected. Reloading usually helps.',
  reload: 'Reload',
  goHome: 'Go to personal files',
  documentTitle: 'Something went wrong',
};
