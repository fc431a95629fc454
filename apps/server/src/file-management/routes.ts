import { calls } from '@alcove/contract';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import type { FileManagementDeps } from './deps.ts';
import { pageOfFiles } from './page.ts';

const { adminFile } = calls;

export const routes = (deps: FileManagementDeps): Binding[] => [answer(adminFile.page, (input) => pageOfFiles(deps, input))];
