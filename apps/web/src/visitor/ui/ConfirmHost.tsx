import { t } from '../../i18n/index.ts';
import { askedQuestion } from '../../ui/confirm/confirm.ts';
import { useStore } from '../../ui/store.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

/** Shows the question that `confirm` asks. Any way out other than its button is a no. */
export function ConfirmHost() {
  const asked = useStore(askedQuestion);
  if (!asked) return null;
  return (
    <Dialog
      role="alertdialog"
      title={asked.title}
      onClose={() => asked.answer(false)}
      actions={
        <>
          <Button onClick={() => asked.answer(false)}>{asked.cancelLabel ?? t('common.cancel')}</Button>
          <Button look="filled" onClick={() => asked.answer(true)}>
            {asked.confirmLabel}
          </Button>
        </>
      }
    >
      {asked.text && <p>{asked.text}</p>}
    </Dialog>
  );
}
