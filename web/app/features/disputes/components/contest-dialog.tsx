import { lazyWithPrefetch } from '../../../ui/lazy-with-prefetch.tsx'

/** Says that a session was settled wrongly. */
export const ContestDialog = lazyWithPrefetch(
  async () => (await import('./contest-dialog-content.tsx')).ContestDialogContent,
)
