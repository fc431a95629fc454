import { calls } from '@alcove/contract';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { checkImport, listImports, pageOfErrors } from './check-import.ts';
import type { PeopleSheetsDeps } from './deps.ts';
import { exportPeople, template } from './export-people.ts';
import { importSecrets } from './import-secrets.ts';
import { startImport } from './run-import.ts';

const { adminUser } = calls;

export function routes(deps: PeopleSheetsDeps): Binding[] {
  const { database } = deps;
  return [
    answer(adminUser.template, (_, context) => template(context)),
    answer(adminUser.exportAccounts, (input, context) => exportPeople(database, input, context)),
    answer(adminUser.importCheck, (input, context) => checkImport(deps, input, context)),
    answer(adminUser.importErrors, (input, context) => pageOfErrors(database, input, context)),
    answer(adminUser.importRun, (input, { caller }) => startImport(deps, input, caller)),
    answer(adminUser.imports, (_, context) => listImports(database, context)),
    answer(adminUser.importSecrets, (input, context) => importSecrets(database, input, context)),
  ];
}
