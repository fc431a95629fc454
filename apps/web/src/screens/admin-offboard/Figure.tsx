import { t } from '../../i18n/index.ts';

/** A line of the aside. `more`: what is wrong with it. */
export function Figure({ label, value, more }: { label: string; value: number; more?: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-bad={more !== undefined || undefined}>
        {[value.toLocaleString('en-US'), ...(more === undefined ? [] : [more])].join(t('common.comma'))}
      </dd>
    </div>
  );
}
