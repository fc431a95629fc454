export { EmptyState } from './EmptyState.tsx';
export { ErrorState, failureCode } from './ErrorState.tsx';
export { NoPermission } from './NoPermission.tsx';
export { NothingFound } from './NothingFound.tsx';
export { SkeletonRows } from './SkeletonRows.tsx';
export { StateView } from './StateView.tsx';
