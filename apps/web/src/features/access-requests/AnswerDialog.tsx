import { Button, Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { calls } from '@alcove/contract';
import type { AccessLevel, AccessRequest } from '@alcove/contract';
import { failureMessage } from '../../api/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useAction } from '../../ui/use-action.ts';
import { t } from '../../i18n/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { DayField } from '../../ui/day-field/DayField.tsx';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { kindOfName } from '../../items/file-kind.ts';
import type { Frame } from './access-dialogs.ts';
import { requestDetail, wantedLevel } from './access-request-queries.ts';
import { levelName } from '../../items/level-name.ts';
import { endOf, validities, type Validity } from './end-of.ts';
import styles from './access-requests.module.css';

/** Shows who requests what and why, and grants a level no higher than the answerer's own, for a limited time. */
export default function AnswerDialog({ requestId, ...frame }: { requestId: string } & Frame) {
  const { data, error } = useQuery(requestDetail(requestId));
  return (
    <Dialog {...frame} size={460} title={data ? t('accessRequests.answerTitle', { name: data.by.name }) : t('accessRequests.ask')}>
      {error ? (
        <div className={styles.form}>
          <p className={styles.hint} role="alert" tabIndex={-1} data-autofocus>
            {failureMessage(error, t('errors.unknown'))}
          </p>
          <Group justify="flex-end">
            <Button variant="default" onClick={frame.onClose}>
              {t('common.close')}
            </Button>
          </Group>
        </div>
      ) : data ? (
        <Form request={data} onClose={frame.onClose} />
      ) : (
        <div className={styles.waiting} aria-busy />
      )}
    </Dialog>
  );
}

function Form({ request, onClose }: { request: AccessRequest; onClose(): void }) {
  const { requestId, by, instanceName, classifierId, item, message, levels } = request;
  const wanted = wantedLevel(item);
  const [level, setLevel] = useState<AccessLevel | undefined>(levels.includes(wanted) ? wanted : levels.at(-1));
  const [validity, setValidity] = useState<Validity>('month1');
  const [date, setDate] = useState<string | null>(null);
  const [now] = useState(() => new Date());
  const answer = useAction(calls.access.answer, { refreshes: [['notices']], quiet: true });
  const end = endOf(validity, date, now);
  const send = (given: AccessLevel | null) => {
    if (answer.isPending) return;
    const expireTime = given === null || !end ? undefined : end.toISOString();
    answer.mutate(
      { requestId, level: given, ...(expireTime !== undefined && { expireTime }) },
      {
        onSuccess: () => {
          toast.success(given === null ? t('accessRequests.declined', { name: by.name }) : t('accessRequests.granted', { name: by.name }));
          onClose();
        },
      },
    );
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (level && end !== null) send(level);
      }}
    >
      <div className={styles.asked}>
        <Avatar id={by.userId} name={by.name} size={32} />
        <div>
          <p className={styles.thing}>
            <FileIcon kind={classifierId === 'Folder' ? 'folder' : kindOfName(instanceName)} size={18} />
            <span>{instanceName || t('accessRequests.ownRoot')}</span>
          </p>
          <p className={styles.hint}>{t('accessRequests.answerWants', { level: levelName(wanted) })}</p>
          {message && <p className={styles.message}>{message}</p>}
        </div>
      </div>
      <div className={styles.fields}>
        <Select
          label={t('accessRequests.answerLevel')}
          data={levels.map((value) => ({ value, label: levelName(value) }))}
          value={level ?? null}
          data-autofocus
          onChange={(value) => value && setLevel(value)}
        />
        <Select
          label={t('accessRequests.answerEnd')}
          data={validities.map((value) => ({ value, label: t(`accessRequests.${value}`) }))}
          value={validity}
          onChange={(value) => value && setValidity(value)}
        />
        {validity === 'custom' && (
          <DayField label={t('accessRequests.endDate')} hint={t('accessRequests.endDateHint')} min={now} value={date} onChange={setDate} />
        )}
      </div>
      {answer.error && (
        <p className={styles.problem} role="alert">
          {failureMessage(answer.error, t('errors.unknown'))}
        </p>
      )}
      <Group justify="flex-end" gap={8} mt={4}>
        <Button variant="default" disabled={answer.isPending} onClick={() => send(null)}>
          {t('accessRequests.decline')}
        </Button>
        <Button type="submit" loading={answer.isPending} disabled={!level || end === null}>
          {t('accessRequests.grant')}
        </Button>
      </Group>
    </form>
  );
}
