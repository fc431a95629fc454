import { calls } from '@alcove/contract';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { acknowledge } from './acknowledge.ts';
import { discardDraft, publishDraft, saveDraft } from './change-agreements.ts';
import type { AgreementDeps } from './deps.ts';
import { exportPeople } from './export-people.ts';
import { pageOfPeople } from './people.ts';
import { draftOf, listVersions, overview, readVersion } from './read-agreements.ts';

const { adminAgreement, agreement, user } = calls;

export const routes = (deps: AgreementDeps): Binding[] => [
  answer(agreement.list, () => listVersions(deps.database)),
  answer(agreement.text, (input) => readVersion(deps.database, input)),
  answer(user.acknowledgeAgreement, (input, { caller }) => acknowledge(deps, input, caller)),
  answer(adminAgreement.page, () => overview(deps.database)),
  answer(adminAgreement.detail, async ({ document }) => ({ draft: await draftOf(deps.database, document) })),
  answer(adminAgreement.saveDraft, (input, { caller }) => saveDraft(deps.database, input, caller)),
  answer(adminAgreement.discardDraft, (input, { caller }) => discardDraft(deps.database, input, caller)),
  answer(adminAgreement.publish, (input, { caller }) => publishDraft(deps.database, input, caller)),
  answer(adminAgreement.people, (input) => pageOfPeople(deps.database, input)),
  answer(adminAgreement.exportPeople, (input, context) => exportPeople(deps.database, input, context)),
];
