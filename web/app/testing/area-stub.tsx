import type { InstallationConfig } from '@marga/contract/installation'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { toast } from 'sonner'
import { type StoredLogin, storeLogin } from '../lib/auth-storage.ts'
import { queryClient } from '../lib/query-client.ts'
import { Toaster } from '../ui/toaster.tsx'
import { menteeLogin } from './logins.ts'
import { renderSite, type StubPage } from './site-stub.tsx'

type Shown = {
  login?: StoredLogin
  at?: string
  path?: string
  others?: readonly StubPage[]
  config?: Partial<InstallationConfig>
}

/**
 * Renders a page or component as a layout of a signed-in area would: with a login, an empty cache of
 * server state, and toasts. Every other address shows "elsewhere", but for the `others`.
 */
export function renderInArea(
  page: ReactElement,
  { login = menteeLogin, at = '/', path = at, others = [], config }: Shown = {},
) {
  storeLogin(login)
  queryClient.clear()
  toast.dismiss()
  const element = (
    <QueryClientProvider client={queryClient}>
      {page}
      <Toaster />
    </QueryClientProvider>
  )
  return renderSite([{ path, element }, ...others], at, config)
}
