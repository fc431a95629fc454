import { basePath } from '../../api/paths.ts';
import { t } from '../../i18n/index.ts';
import { askedQuestion, confirm } from '../../ui/confirm/confirm.ts';

let asks = false;

/** Says that the session has ended and leads to sign-in in another tab, so that what was typed here stays. */
export function keepWhatIsTyped(): void {
  if (asks) return;
  asks = true;
  void confirm({
    type: 'warning',
    title: t('identity.endedTitle'),
    text: t('identity.endedText'),
    confirmLabel: t('identity.signInElsewhere'),
    notice: true,
  }).then((leads) => {
    asks = false;
    if (leads) window.open(`${basePath}/signIn`, '_blank', 'noopener');
  });
}

/** The person has signed in again, so they go on here. */
export function goOn(): void {
  if (asks) askedQuestion.read()?.answer(false);
}
