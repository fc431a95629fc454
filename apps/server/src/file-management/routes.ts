import { calls } from '@alcove/contract';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import type { FileManagementDeps } from './deps.ts';
import { startChanging } from './change-found.ts';
import { accessLooked, beginLook, downloadLooked, listLooked, previewLooked } from './look.ts';
import { endSharingOf, removeManaged, setLevels } from './manage.ts';
import { countFiles, pageOfFiles, termsOfLooks } from './page.ts';

const { adminFile } = calls;

export const routes = (deps: FileManagementDeps): Binding[] => [
  answer(adminFile.page, async (input) => ({ ...(await pageOfFiles(deps, input)), looks: await termsOfLooks(deps) })),
  answer(adminFile.count, (input) => countFiles(deps, input)),
  answer(adminFile.look, (input, context) => beginLook(deps, input, context)),
  answer(adminFile.list, (input, context) => listLooked(deps, input, context)),
  answer(adminFile.preview, (input, context) => previewLooked(deps, input, context)),
  answer(adminFile.download, (input, context) => downloadLooked(deps, input, context)),
  answer(adminFile.access, (input, context) => accessLooked(deps, input, context)),
  answer(adminFile.remove, (input, context) => removeManaged(deps, input, context)),
  answer(adminFile.setSensitivity, (input, context) => setLevels(deps, input, context)),
  answer(adminFile.endSharing, (input, context) => endSharingOf(deps, input, context)),
  answer(adminFile.changeFound, (input, context) => startChanging(deps, input, context)),
];
