import { lazyWithPrefetch } from '../../../ui/lazy-with-prefetch.tsx'

/** Asks what the session is about, and says what it takes, before it is booked. */
export const BookSlotDialog = lazyWithPrefetch(
  async () => (await import('./book-slot-dialog-content.tsx')).BookSlotDialogContent,
)
