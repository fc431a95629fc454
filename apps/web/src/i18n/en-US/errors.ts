import type { Translated } from '../translate.ts';
import type { errors as chinese } from '../zh-CN/errors.ts';

export const errors: Translated<typeof chinese> = {
  timeout: 'Request timed out, try again',
  network: 'Network Error: check the connection and try again',
  server: 'Server exception, contact the administrator',
  unknown: 'Unknown exception, try again',
  title404: 'The visited page does not exist',
  text404: 'The address may be mistyped, or the page is gone.',
  title403: 'You have no permission to visit this page',
  text403: 'If you need it, ask the administrator.',
  title500: 'The server has a problem',
  text500: 'Try again shortly; if it stays like this, give the code below to the administrator.',
  titleOther: 'The page could not be opened',
  crashed: 'This page ran into a problem',
  crashedText: 'Your files are not affected. Loading it again usually helps.',
  reload: 'Reload',
  goHome: 'Go to personal files',
  documentTitle: 'Something went wrong',
};
