import { calls } from '@alcove/contract';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { checkItem } from '../outbound/index.ts';
import { answerAuthorised } from '../permission/index.ts';
import type { LinkSharingDeps } from './deps.ts';
import { pageOfLinks, syncStatusOf } from './page-of-links.ts';
import { removeLinks } from './remove-links.ts';
import { renameLink } from './rename-link.ts';
import { saveLink } from './save-link.ts';
import { invalidApprovals, linkStatusOf } from './status-of-items.ts';
import { visitsOfLink } from './visits-of-link.ts';

const { link } = calls;

export function routes(deps: LinkSharingDeps): Binding[] {
  const { database } = deps;
  return [
    answer(link.createOrUpdate, async (input, context) => {
      const saved = await saveLink(deps, input, context);
      // Its creator waits for it.
      if (saved.state === 'verifying') deps.wake('look at what goes outside');
      return saved;
    }),
    answer(link.remove, ({ linkPaths }, context) => removeLinks(deps, linkPaths, context)),
    answer(link.rename, (input, context) => renameLink(deps, input, context)),
    answer(link.page, (input, context) => pageOfLinks(database, input, context)),
    answer(link.querySyncStatus, ({ linkPath }, context) => syncStatusOf(database, linkPath, context)),
    answerAuthorised(database, link.checkDlp, ({ instanceId }) => checkItem(database, instanceId)),
    answer(link.queryLinkStatusByInstanceIds, ({ instanceIds }, context) => linkStatusOf(database, instanceIds, context)),
    answer(link.queryInvalidLinkOaApply, ({ instanceIds }, context) => invalidApprovals(database, instanceIds, context)),
    answer(link.visits, (input, context) => visitsOfLink(deps, input, context)),
  ];
}
