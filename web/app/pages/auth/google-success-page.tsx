import { ui } from '@marga/contract/limits'
import { roleHome } from '@marga/contract/roles'
import { texts } from '@marga/contract/texts'
import { Link, useLoaderData } from 'react-router'
import { PageMeta } from '../../components/page-meta.tsx'
import { Splash } from '../../components/splash.tsx'
import { AuthCard } from '../../features/accounts/components/auth-card.tsx'
import { readGoogleLogin } from '../../features/accounts/google-login.ts'
import { useInstallation } from '../../lib/installation.ts'
import { paths } from '../../lib/paths.ts'
import { rememberRole, storeLogin } from '../../lib/stored-logins.ts'
import { useDelayed } from '../../lib/use-delayed.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import type { Route } from './+types/google-success-page'

/** Stores the login and takes the tokens out of the address at once: history and screen are read by others. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { pathname, searchParams } = new URL(request.url)
  const login = readGoogleLogin(searchParams)
  window.history.replaceState(window.history.state, '', pathname)
  if (!login) return { isLoggedIn: false }
  storeLogin(login)
  rememberRole('mentee')
  return { isLoggedIn: true }
}
clientLoader.hydrate = true as const
export const HydrateFallback = Splash

export default function GoogleSuccessPage() {
  const { config } = useInstallation()
  const { isLoggedIn } = useLoaderData<typeof clientLoader>()
  useDelayed(isLoggedIn, ui.googleWindowCloseMs, () => {
    window.close()
    // Without a popup there is no window that script may close.
    if (!window.closed) window.location.assign(roleHome.mentee)
  })
  return (
    <AuthCard
      productName={config.productName}
      title={isLoggedIn ? texts.google.success : 'Not signed in'}
      description={isLoggedIn ? 'This window closes by itself.' : 'Google did not send a complete answer.'}
    >
      <PageMeta title="Sign in with Google" description="The way back from Google." />
      {isLoggedIn ? null : (
        <Link to={paths.auth.login.getHref('mentees')} className={buttonStyle({ isWide: true })}>
          Back to login
        </Link>
      )}
    </AuthCard>
  )
}
