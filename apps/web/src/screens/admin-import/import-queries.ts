import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls, type InputOf } from '@alcove/contract';
import { call, callForFile, failureMessage, refetch } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../ui/toast/toast.ts';

const importsKey = ['admin', 'imports'] as const;
export const importsChanged = (): void => void refetch(importsKey);

/** Minutes east of UTC: dates of a sheet are meant in the administrator's time zone. */
export const utcOffset = (): number => -new Date().getTimezoneOffset();

/** The caller's latest imports, newest first. */
export const importList = queryOptions({
  queryKey: [...importsKey, 'list'],
  queryFn: async ({ signal }) => (await call(calls.adminUser.imports, {}, { signal })).items,
});

export const errorPageSize = 20;
export const importErrors = (checkId: string, page: number, count: number) =>
  queryOptions({
    queryKey: [...importsKey, 'errors', checkId, page, count],
    queryFn: ({ signal }) => call(calls.adminUser.importErrors, { checkId, page, pageSize: errorPageSize }, { signal }),
    enabled: count > 0,
    placeholderData: keepPreviousData,
  });

type FileCall =
  | typeof calls.adminUser.template
  | typeof calls.adminUser.exportAccounts
  | typeof calls.adminUser.importSecrets
  | typeof calls.adminUser.offboardSheet
  | typeof calls.adminRole.exportPreview
  | typeof calls.adminFileRole.exportPreview;

/** Saves the file that a call answers with, or shows its refusal. Resolves to whether there is a file. */
export async function saveFile<C extends FileCall>(to: C, input: InputOf<C>): Promise<boolean> {
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
