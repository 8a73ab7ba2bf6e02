import { createContext } from 'react'

/** The request's nonce for inline script; present on the server only. */
export const NonceContext = createContext<string | undefined>(undefined)
