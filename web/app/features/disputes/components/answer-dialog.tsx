import { lazyWithPrefetch } from '../../../ui/lazy-with-prefetch.tsx'

/** Agreeing to a dispute of the other side, or not, with a few words. */
export const AnswerDialog = lazyWithPrefetch(
  async () => (await import('./answer-dialog-content.tsx')).AnswerDialogContent,
)
