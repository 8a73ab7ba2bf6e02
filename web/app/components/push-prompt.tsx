import { Suspense } from 'react'
import { lazyWithRetry } from '../ui/lazy-with-prefetch.tsx'
import type { PushPromptProps } from './push-prompt-content.tsx'

/** Few are offered it, and it comes after what they came for. */
const PushPromptContent = lazyWithRetry(
  async () => (await import('./push-prompt-content.tsx')).PushPromptContent,
)

/** Offers notices on this device where they help. */
export const PushPrompt = (props: PushPromptProps) => (
  <Suspense>
    <PushPromptContent {...props} />
  </Suspense>
)
