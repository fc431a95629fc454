import { ActionIcon, Popover, Tabs, Tooltip } from '@mantine/core';
import { Info, Maximize2, Minimize2, X } from 'lucide-react';
import { use, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { t } from '../../../i18n/index.ts';
import { panelRoom } from '../../../ui/panel-room.ts';
import { transferPanelView, type TransferPanelView } from './panel-view.ts';
import { useStore } from '../../../ui/store.ts';
import { usePhone } from '../../../ui/use-media.ts';
import { useCurrentUser } from '../../../api/current-user.ts';
import { addressOf, marking } from '../../../items/file-address.ts';
import { ConflictDialog } from '../../../items/ConflictDialog.tsx';
import { DownloadList } from './DownloadList.tsx';
import { ClearFinished, FinishedList } from './FinishedList.tsx';
import { Announced, DownloadCount, DownloadTools, Headline, UploadCount, UploadTools } from './PanelFigures.tsx';
import { transfers } from '../transfers.ts';
import { TransfersContext, useTransfers } from './use-transfers.ts';
import { UploadList } from './UploadList.tsx';
import tabStyles from './tab.module.css';
import styles from './TransferPanel.module.css';

/** Opens the transfers of the page, if nothing has yet. */
export default function TransferPanel() {
  return (
    <TransfersContext value={use(transfers())}>
      <Panel />
    </TransfersContext>
  );
}

/** Docked bottom right; folds to its title line. Closing hides it and stops nothing. */
function Panel() {
  const { of } = useTransfers();
  const user = useCurrentUser();
  const userId = user?.userId ?? null;
  useEffect(() => {
    if (userId !== null) of(userId);
  }, [of, userId]);
  const phone = usePhone();
  const navigate = useNavigate();
  const { open, tab, ...view } = useStore(transferPanelView);
  const folded = view.folded && !phone;
  const close = () => transferPanelView.change({ open: false });

  const icon = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const;
  const size = phone ? 'xl' : 'sm';
  const tools = { uploads: <UploadTools touch={phone} />, downloads: <DownloadTools touch={phone} />, finished: <ClearFinished /> }[tab];
  return (
    <>
      <div className={styles.announcer} role="status">
        <Announced />
      </div>
      <ConflictDialog />
      {open && phone && <button type="button" className={styles.scrim} aria-label={t('transfer.close')} onClick={close} />}
      {open && (
        <section
          ref={phone ? undefined : panelRoom.follow}
          className={styles.panel}
          aria-label={t('transfer.title')}
          data-wide={(tab === 'finished' && !folded) || undefined}
          data-folded={folded || undefined}
        >
          {phone && <span className={styles.grip} />}
          <header className={styles.title}>
            <h2>{phone ? t('transfer.title') : <Headline />}</h2>
            {phone && tools}
            {!phone && (
              <Tooltip label={folded ? t('transfer.unfold') : t('transfer.fold')}>
                <ActionIcon
                  size={size}
                  aria-label={folded ? t('transfer.unfold') : t('transfer.fold')}
                  onClick={() => transferPanelView.change({ folded: !folded })}
                >
                  {folded ? <Maximize2 {...icon} /> : <Minimize2 {...icon} />}
                </ActionIcon>
              </Tooltip>
            )}
            <Tooltip label={t('transfer.close')}>
              <ActionIcon size={size} aria-label={t('transfer.close')} onClick={close}>
                <X {...icon} size={16} />
              </ActionIcon>
            </Tooltip>
          </header>
          {!folded && (
            <Tabs
              value={tab}
              onChange={(next) => next && transferPanelView.change({ tab: next as TransferPanelView['tab'] })}
              className={styles.tabs}
            >
              <div className={styles.tabRow}>
                <Tabs.List grow={phone}>
                  <Tabs.Tab value="uploads" rightSection={<UploadCount />}>
                    {t('transfer.uploads')}
                  </Tabs.Tab>
                  <Tabs.Tab value="downloads" rightSection={<DownloadCount />}>
                    {t('transfer.downloads')}
                  </Tabs.Tab>
                  <Tabs.Tab value="finished">{t('transfer.finished')}</Tabs.Tab>
                </Tabs.List>
                {!phone && <span className={styles.tools}>{tools}</span>}
              </div>
              <Tabs.Panel value="uploads">
                <UploadList touch={phone} />
                <div className={tabStyles.foot}>
                  <Info size={13} aria-hidden />
                  <span className={tabStyles.grow}>{phone ? t('transfer.phoneHint') : t('transfer.resumeHint')}</span>
                  <Popover position="top-end" width={340}>
                    <Popover.Target>
                      <button type="button" className={tabStyles.link}>
                        {t('transfer.errorHelp')}
                      </button>
                    </Popover.Target>
                    <Popover.Dropdown className={styles.help}>{t('transfer.errorHelpText')}</Popover.Dropdown>
                  </Popover>
                </div>
              </Tabs.Panel>
              <Tabs.Panel value="downloads">
                <DownloadList touch={phone} />
              </Tabs.Panel>
              <Tabs.Panel value="finished">
                <FinishedList
                  touch={phone}
                  onOpen={(record) => {
                    if (record.parentId)
                      void addressOf(record.parentId).then((address) =>
                        navigate(record.fileId ? marking(address, record.fileId) : address),
                      );
                    if (phone) close();
                  }}
                />
              </Tabs.Panel>
            </Tabs>
          )}
        </section>
      )}
    </>
  );
}
