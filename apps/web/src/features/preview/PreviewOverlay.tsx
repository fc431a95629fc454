import type { Instance } from '@alcove/contract';
export default function PreviewOverlay(_: { item: Instance; neighbours: readonly Instance[]; onItem(item: Instance): void; onClose(): void }) {
  return null;
}
