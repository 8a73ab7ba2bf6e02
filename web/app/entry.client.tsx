import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { aliveEvent } from './lib/early-presses.ts'
import { followLogins } from './lib/own-zone.ts'
import { setTrustedTypes } from './lib/trusted-types.ts'

declare global {
  /** Read by the style elements that radix's scroll lock makes. */
  var __webpack_nonce__: string | undefined
}

setTrustedTypes()
followLogins()
globalThis.__webpack_nonce__ = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce

function Alive() {
  useEffect(() => void document.dispatchEvent(new Event(aliveEvent)), [])
  return null
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
      <Alive />
    </StrictMode>,
  )
})
