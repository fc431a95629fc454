import { formatSize, t } from '../../i18n/index.ts';
import { TypeMenu } from '../../items/TypeMenu.tsx';
import { ChoiceMenu } from '../../ui/chip/ChoiceMenu.tsx';
import { ageSteps, sizeSteps, type AllFilesFilter } from './all-files-filter.ts';

const ageTexts = { 30: 'allFiles.olderMonth', 182: 'allFiles.olderHalfYear', 365: 'allFiles.olderYear' } as const;

/** Filters by type, size and age. */
export function AllFilesTools({ filter, onChange }: { filter: AllFilesFilter; onChange(next: Partial<AllFilesFilter>): void }) {
  return (
    <>
      <TypeMenu type={filter.type} onType={(type) => onChange({ type: type === 'Folder' ? null : type })} />
      <ChoiceMenu
        label={t('allFiles.size')}
        value={filter.sizeMin}
        defaultValue={null}
        choices={[
          { value: null, text: t('allFiles.anySize') },
          ...sizeSteps.map((bytes) => ({ value: bytes, text: t('allFiles.sizeFrom', { size: formatSize(bytes) }) })),
        ]}
        onChoose={(sizeMin) => onChange({ sizeMin })}
      />
      <ChoiceMenu
        label={t('allFiles.age')}
        value={filter.ageDays}
        defaultValue={null}
        choices={[{ value: null, text: t('allFiles.anyAge') }, ...ageSteps.map((days) => ({ value: days, text: t(ageTexts[days]) }))]}
        onChoose={(ageDays) => onChange({ ageDays })}
      />
    </>
  );
}
