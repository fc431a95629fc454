import { drillFailure } from './drill-words.ts';
import { logFaultText } from './log-fault.ts';
import type { LookReason, Notice, NoticePerson } from '@alcove/contract';
import { formatTime, t } from '../../i18n/index.ts';
import { deviceName, placeName, wayName } from '../identity/device-words.tsx';

interface Line {
  /** Null for messages from the product itself. */
  by: NoticePerson | null;
  /** The text after the person's name. */
  text: string;
}

type Reviewed = Extract<Notice, { kind: 'linkReviewed' }>['data']['outcome'];
const outcomes = {
  approved: 'notices.linkApproved',
  refused: 'notices.linkRefused',
  rules: 'notices.linkAgainstRules',
  sensitive: 'notices.linkSensitive',
  rights: 'notices.linkWithoutRights',
  deleted: 'notices.linkDeleted',
} as const satisfies Record<Reviewed, string>;

type Ended = Extract<Notice, { kind: 'linkEnded' }>['data'];

function endText({ reason, by }: Ended) {
  switch (reason) {
    case 'visits':
      return 'notices.linkUsedUp';
    case 'unvisited':
      return 'notices.linkUnvisited';
    case 'moved':
      return by ? 'notices.linkMovedBy' : 'notices.linkMoved';
    case 'merged':
      return by ? 'notices.linkMergedBy' : 'notices.linkMerged';
    case 'deleted':
      return by ? 'notices.linkItemDeletedBy' : 'notices.linkItemDeleted';
    case 'sensitive':
      return by ? 'notices.linkItemSensitiveBy' : 'notices.linkItemSensitive';
    case 'rights':
      return 'notices.linkRightLost';
    default:
      return reason satisfies never;
  }
}

const lookReasons = {
  incident: 'notices.lookIncident',
  law: 'notices.lookLaw',
  help: 'notices.lookHelp',
  other: 'notices.lookOther',
} as const satisfies Record<LookReason, string>;

/** What a notice says. */
export function noticeLine(notice: Notice, product: string): Line {
  switch (notice.kind) {
    case 'welcome':
      return { by: null, text: t('notices.welcome', { product }) };
    case 'factorAdded':
      return { by: null, text: t(notice.data.factor === 'totp' ? 'notices.totpAdded' : 'notices.passkeyAdded', notice.data) };
    case 'factorRemoved': {
      const { by, factor, name } = notice.data;
      return {
        by,
        text:
          factor === null ? t('notices.factorsRemoved') : t(factor === 'totp' ? 'notices.totpRemoved' : 'notices.passkeyRemoved', { name }),
      };
    }
    case 'sessionsEnded':
      return { by: notice.data.by, text: t('notices.sessionsEnded', { n: notice.data.sessions }) };
    case 'platformUnlinked':
      return { by: notice.data.by, text: t('notices.platformUnlinked', { name: notice.data.platformName }) };
    case 'recoveryCodeUsed':
      return { by: null, text: t('notices.recoveryCodeUsed', { n: notice.data.left }) };
    case 'handoverRequested':
      return { by: notice.data.by, text: t('notices.handoverRequested', { name: notice.data.groupName }) };
    case 'handoverAnswered': {
      const { by, groupName: name, accepted } = notice.data;
      return { by, text: accepted ? t('notices.handoverAccepted', { name }) : t('notices.handoverRefused', { name }) };
    }
    case 'memberAdded':
      return { by: notice.data.by, text: t('notices.memberAdded', { name: notice.data.groupName }) };
    case 'memberRemoved':
      return { by: notice.data.by, text: t('notices.memberRemoved', { name: notice.data.groupName }) };
    case 'groupDissolved': {
      const { by, groupName: name, until } = notice.data;
      return { by, text: t('notices.groupDissolved', { name, time: formatTime(until) }) };
    }
    case 'dissolutionCancelled':
      return { by: notice.data.by, text: t('notices.dissolutionCancelled', { name: notice.data.groupName }) };
    case 'managerNamed':
      return { by: notice.data.by, text: t('notices.managerNamed', { name: notice.data.departmentName }) };
    case 'takenOver':
      return { by: notice.data.by, text: t('notices.takenOver', { name: notice.data.leaver }) };
    case 'managerRemoved':
      return { by: notice.data.by, text: t('notices.managerRemoved', { name: notice.data.departmentName }) };
    case 'shared': {
      const { by, instanceName: name, message } = notice.data;
      return { by, text: message ? t('notices.sharedSaying', { name, message }) : t('notices.shared', { name }) };
    }
    case 'shareWithdrawn': {
      const { by, instanceName: name, others = 0 } = notice.data;
      return { by, text: others > 0 ? t('notices.sharesWithdrawn', { name, n: others }) : t('notices.shareWithdrawn', { name }) };
    }
    case 'linkWithdrawn': {
      const { by, instanceName: name, links: n } = notice.data;
      return { by, text: n === 1 ? t('notices.linkWithdrawn', { name }) : t('notices.linksWithdrawn', { name, n }) };
    }
    case 'linkEnding': {
      const { linkName: link, endTime } = notice.data;
      return { by: null, text: t('notices.linkEnding', { link, time: formatTime(endTime) }) };
    }
    case 'linkEnded': {
      const { by, linkName: link, instanceName: name, links: n } = notice.data;
      const text = t(endText(notice.data), { link, name });
      return { by, text: n === 1 ? text : t('notices.linksInAll', { text, n }) };
    }
    case 'linkVersion': {
      const { linkName: link, instanceName: name, version: n } = notice.data;
      return { by: null, text: t('notices.linkVersion', { link, name, n }) };
    }
    case 'accessRequested':
      return { by: notice.data.by, text: t('notices.accessRequested', { name: notice.data.instanceName }) };
    case 'shareRightRequested': {
      const { by, message } = notice.data;
      return { by, text: message === '' ? t('notices.shareRight') : t('notices.shareRightSaying', { message }) };
    }
    case 'accessAnswered': {
      const { by, instanceName: name, granted } = notice.data;
      if (name === null) return { by, text: t('notices.accessRefusedHidden') };
      return { by, text: granted ? t('notices.accessGranted', { name }) : t('notices.accessRefused', { name }) };
    }
    case 'logFault':
      return { by: null, text: logFaultText(notice.data) };
    case 'contentFault':
      return { by: null, text: t('notices.contentFault', { n: notice.data.contents }) };
    case 'restoreDrill':
      return {
        by: null,
        text:
          notice.data.problem === 'failed'
            ? t('notices.drillFailed', { backup: notice.data.backup, why: drillFailure(notice.data.reason) })
            : t('notices.drillOverdue', { days: notice.data.days }),
      };
    case 'linkReview':
      return { by: notice.data.by, text: t('notices.linkReview', { name: notice.data.instanceName }) };
    case 'linkReviewed': {
      const { by, instanceName: name, outcome, reason } = notice.data;
      return { by, text: t(outcomes[outcome], { name, reason }) };
    }
    case 'secondBinHeld': {
      const { files, most } = notice.data;
      return { by: null, text: t('notices.secondBinHeld', { n: files, most }) };
    }
    case 'platformNews': {
      const { platformName: name } = notice.data;
      if (notice.data.news === 'failed') return { by: null, text: t('notices.platformFailed', { name }) };
      const { news, people: n } = notice.data;
      return { by: null, text: t(news === 'held' ? 'notices.platformHeld' : 'notices.platformLeft', { name, n }) };
    }
    case 'fileLooked': {
      const { by, instanceName: name, reason, grounds, downloads } = notice.data;
      const why = t(lookReasons[reason]);
      return { by, text: t(downloads ? 'notices.fileTaken' : 'notices.fileLooked', { name, why, grounds }) };
    }
    case 'fileRemoved': {
      const { by, instanceName: name, others = 0 } = notice.data;
      return { by, text: others > 0 ? t('notices.filesRemoved', { name, n: others }) : t('notices.fileRemoved', { name }) };
    }
    case 'shareEnded': {
      const { by, instanceName: name, others = 0 } = notice.data;
      return { by, text: others > 0 ? t('notices.sharesEnded', { name, n: others }) : t('notices.shareEnded', { name }) };
    }
    case 'newDevice': {
      const { agent, address, way } = notice.data;
      const words = { device: deviceName(agent), place: placeName(notice.data), address, way: wayName({ way, platform: null }) };
      return { by: null, text: t('notices.newDevice', words) };
    }
    case 'comment':
      return { by: notice.data.by, text: t('notices.comment', { name: notice.data.instanceName }) };
    default:
      return notice satisfies never;
  }
}
