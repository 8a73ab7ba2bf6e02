import { StrictMode, startTransition, useEffect, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { followSignIns } from './lib/account-time-zone.ts'
import { replayEarlySubmits } from './lib/early-submit.ts'
import { hydratedEvent, listeningEvent } from './lib/event-replay.ts'
import { setTrustedTypes } from './lib/trusted-types.ts'

declare global {
  /** Read by the style elements that radix's scroll lock makes. */
  var __webpack_nonce__: string | undefined
}

setTrustedTypes()
followSignIns()
globalThis.__webpack_nonce__ = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce

function Alive() {
  // In the task that gives React the page: until the effects run, a press could come between, and be done twice.
  useLayoutEffect(() => void document.dispatchEvent(new Event(listeningEvent)), [])
  useEffect(() => {
    document.dispatchEvent(new Event(hydratedEvent))
    replayEarlySubmits()
  }, [])
  return null
}

const hydrate = () =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
        <Alive />
      </StrictMode>,
    )
  })

// Loading React and listening to all events of a document are a task's worth each.
setTimeout(hydrate)
