import { lazyWithPrefetch } from '../../../ui/lazy-with-prefetch.tsx'

/** Checklist and exchange of an application. Their texts come with the schemas of the contract, which no other case needs. */
export const ApplicationParts = lazyWithPrefetch(
  async () => (await import('./application-parts-content.tsx')).ApplicationPartsContent,
)
