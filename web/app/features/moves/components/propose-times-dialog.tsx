import { lazyWithPrefetch } from '../../../ui/lazy-with-prefetch.tsx'

/** Other times for a booked session that cannot be moved without asking. */
export const ProposeTimesDialog = lazyWithPrefetch(
  async () => (await import('./propose-times-dialog-content.tsx')).ProposeTimesDialogContent,
)
