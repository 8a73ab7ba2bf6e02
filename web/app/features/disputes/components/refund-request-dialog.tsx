import { lazyWithPrefetch } from '../../../ui/lazy-with-prefetch.tsx'

/** Asks for what is unused of a subscription. */
export const RefundRequestDialog = lazyWithPrefetch(
  async () => (await import('./refund-request-dialog-content.tsx')).RefundRequestDialogContent,
)
