import { Button, SegmentedControl, Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import { calls, limits, type AgreementDraft, type AgreementText, type Language } from '@alcove/contract';
import { call, failureMessage } from '../../api/index.ts';
import { agreementName } from '../../features/agreements/agreement-words.ts';
import { SafeMarkdown } from '../../features/preview/SafeMarkdown.tsx';
import { currentLanguage, t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import type { FormInDrawer } from '../../ui/drawer/FormDrawer.tsx';
import { FormFields, FormFoot } from '../../ui/drawer/FormParts.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useOnline } from '../../ui/use-online.ts';
import { agreementsChanged } from './agreement-admin-queries.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import drawer from '../../ui/drawer/form-drawer.module.css';
import styles from './agreements.module.css';

interface DraftFormProps extends Omit<FormInDrawer, 'onCancel'> {
  draft: AgreementDraft | null;
  latest: AgreementText;
}

/** Text and note in both languages. Saving, discarding and publishing name the draft that was loaded, so nobody overwrites another's. */
export function DraftForm({ draft, latest, onDirty, onDone }: DraftFormProps) {
  const { document } = latest;
  const [language, setLanguage] = useState<Language>(currentLanguage());
  const [view, setView] = useState<'write' | 'preview'>('write');
  const [text, setText] = useState(draft?.text ?? latest.text);
  const [note, setNote] = useState(draft?.note ?? { 'zh-CN': '', 'en-US': '' });
  const [refused, setRefused] = useState('');
  const [busy, setBusy] = useState(false);
  const [publishing, setPublishing] = useState<AgreementDraft | null>(null);
  const offline = !useOnline();
  const name = agreementName(document);
  const dirty = JSON.stringify([text, note]) !== JSON.stringify([draft?.text ?? latest.text, draft?.note ?? { 'zh-CN': '', 'en-US': '' }]);
  useEffect(() => {
    onDirty(dirty);
    return () => onDirty(false);
  }, [dirty, onDirty]);
  const save = (): Promise<AgreementDraft> =>
    dirty || !draft
      ? call(calls.adminAgreement.saveDraft, { document, text, note, seen: draft?.revision ?? null })
      : Promise.resolve(draft);
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setRefused('');
    try {
      await work();
    } catch (error) {
      setRefused(failureMessage(error, t('errors.unknown')));
    } finally {
      setBusy(false);
    }
  };
  const keep = () =>
    run(async () => {
      await save();
      agreementsChanged();
      toast.success(t('adminAgreements.saved'));
    });
  const askPublish = () => {
    if (text['zh-CN'].trim() === '' || text['en-US'].trim() === '') return setRefused(t('adminAgreements.missing'));
    void run(async () => setPublishing(await save()));
  };
  const discard = async () => {
    if (!draft) return;
    const question = {
      type: 'warning',
      title: t('adminAgreements.discardTitle', { name }),
      text: t('adminAgreements.discardText'),
      confirmLabel: t('adminAgreements.discard'),
      danger: true,
    } as const;
    if (!(await confirm(question))) return;
    await run(async () => {
      await call(calls.adminAgreement.discardDraft, { document, seen: draft.revision });
      agreementsChanged();
      toast.success(t('adminAgreements.discarded'));
      onDone();
    });
  };
  const blocked = { disabled: offline || busy, title: offline ? t('adminAgreements.offline') : undefined };
  return (
    <div className={drawer.form}>
      <FormFields refused={refused}>
        <div className={styles.switches}>
          <LanguageSwitch value={language} onChange={setLanguage} />
          <SegmentedControl
            aria-label={t('adminAgreements.text')}
            value={view}
            data={[
              { value: 'write', label: t('adminAgreements.write') },
              { value: 'preview', label: t('adminAgreements.preview') },
            ]}
            onChange={(next) => setView(next as typeof view)}
          />
        </div>
        {view === 'preview' ? (
          <div className={styles.preview} lang={language} tabIndex={0} role="document" aria-label={t('adminAgreements.preview')}>
            <SafeMarkdown text={text[language]} />
          </div>
        ) : (
          <Textarea
            label={t('adminAgreements.text')}
            description={t('adminAgreements.textHint')}
            classNames={{ input: styles.source ?? '' }}
            lang={language}
            rows={18}
            maxLength={limits.agreementLength}
            value={text[language]}
            onChange={({ currentTarget: { value } }) => setText((now) => ({ ...now, [language]: value }))}
          />
        )}
        <Textarea
          label={
            <>
              {t('adminAgreements.note')} <small className={styles.optional}>{t('adminAgreements.optional')}</small>
            </>
          }
          description={t('adminAgreements.noteHint')}
          lang={language}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={limits.agreementNoteLength}
          value={note[language]}
          onChange={({ currentTarget: { value } }) => setNote((now) => ({ ...now, [language]: value }))}
        />
      </FormFields>
      <FormFoot>
        {draft && (
          <Button variant="subtle" color="red" {...blocked} onClick={() => void discard()}>
            {t('adminAgreements.discard')}
          </Button>
        )}
        <span className={drawer.grow} />
        <Button variant="default" {...blocked} disabled={blocked.disabled || !dirty} onClick={() => void keep()}>
          {t('adminAgreements.save')}
        </Button>
        <Button {...blocked} disabled={blocked.disabled || (!dirty && !draft)} onClick={askPublish}>
          {t('adminAgreements.publish')}
        </Button>
      </FormFoot>
      <PublishDialog
        draft={publishing}
        document={document}
        number={latest.latest + 1}
        onClose={() => {
          setPublishing(null);
          // What was saved before the question is now the draft.
          agreementsChanged();
        }}
        onPublished={onDone}
      />
    </div>
  );
}
