import type { Call, InputOf } from '@alcove/contract';
import { callForFile, failureMessage } from '../api/index.ts';
import { t } from '../i18n/index.ts';
import { toast } from './toast/toast.ts';

/** Saves the file that a call responds with, or shows its refusal. Resolves to whether there is a file. */
export async function saveFile<C extends Call>(to: C, input: InputOf<C>): Promise<boolean> {
  try {
    const { file, name } = await callForFile(to, input);
    const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(file), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    return true;
  } catch (error) {
    toast.error(failureMessage(error, t('errors.unknown')));
    return false;
  }
}
