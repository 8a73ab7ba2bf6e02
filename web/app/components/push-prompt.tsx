import { lazy, Suspense } from 'react'
import { fetchWithRetry } from '../ui/lazy-with-prefetch.tsx'
import type { PushPromptProps } from './push-prompt-content.tsx'

/** Few are offered it, and it comes after what they came for. */
const load = () => import('./push-prompt-content.tsx')
const PushPromptContent = lazy(async () => ({ default: (await fetchWithRetry(load)).PushPromptContent }))

/** Offers notices on this device where they help. */
export const PushPrompt = (props: PushPromptProps) => (
  <Suspense>
    <PushPromptContent {...props} />
  </Suspense>
)
