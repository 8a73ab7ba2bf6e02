import { lazyWithPrefetch } from '../../../ui/lazy-with-prefetch.tsx'

/** Times that a mentee asks for where the calendar has none that suits. */
export const AskTimesDialog = lazyWithPrefetch(
  async () => (await import('./ask-times-dialog-content.tsx')).AskTimesDialogContent,
)
