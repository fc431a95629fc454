import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { calls } from '@alcove/contract';
import { useAction } from '../../ui/use-action.ts';
import { formatTime, t } from '../../i18n/index.ts';
import { NoPermission } from '../../ui/empty-state/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { accessDialogs } from './access-dialogs.ts';
import { accessKey, ownRequests } from './access-request-queries.ts';

interface NoAccessProps {
  instanceId: string;
  error: unknown;
  /** The target of the button that leads up. */
  up: { name: string; onOpen(): void };
}

/**
 * An address the reader cannot open: hidden and missing items look alike, and a request reveals neither. Once someone approves, the item
 * opens by itself.
 */
export function NoAccess({ instanceId, error, up }: NoAccessProps) {
  const request = useQuery(ownRequests).data?.find((one) => one.instanceId === instanceId);
  const withdraw = useAction(calls.access.withdraw, {
    refreshes: [accessKey],
    onDone: () => void toast.success(t('accessRequests.withdrawn')),
  });
  return (
    <NoPermission
      title={t('accessRequests.closed')}
      text={request ? t('accessRequests.askedText', { when: formatTime(request.createTime) }) : t('accessRequests.closedText')}
      error={error}
      actions={
        <>
          {/* The same button in both states, so that it keeps the focus. */}
          <Button
            variant={request ? 'default' : 'filled'}
            onClick={() => {
              if (!request) accessDialogs.ask({ instanceId, name: null, levels: [] });
              else if (!withdraw.isPending) withdraw.mutate({ requestId: request.requestId });
            }}
          >
            {t(request ? 'accessRequests.withdraw' : 'accessRequests.ask')}
          </Button>
          <Button variant="default" onClick={up.onOpen}>
            {t('accessRequests.backTo', { name: up.name })}
          </Button>
        </>
      }
    />
  );
}
