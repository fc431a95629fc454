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
  /** Where going up leads. */
  up: { name: string; onOpen(): void };
}

/** An address that does not open: hidden and missing look alike, and asking tells neither. Once someone agrees it opens by itself. */
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
          {/* One button in both states, so that the focus stays where it was. */}
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
