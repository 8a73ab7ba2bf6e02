import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { setTrustedTypes } from './lib/trusted-types.ts'

declare global {
  /** Read by the style elements that radix's scroll lock makes. */
  var __webpack_nonce__: string | undefined
}

setTrustedTypes()
globalThis.__webpack_nonce__ = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
