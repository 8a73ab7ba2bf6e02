import { ui } from '@marga/contract/limits'
import { texts } from '@marga/contract/texts'
import { Link, useLoaderData } from 'react-router'
import { PageMeta } from '../../components/page-meta.tsx'
import { Splash } from '../../components/splash.tsx'
import { addressAfterSignIn } from '../../features/accounts/complete-sign-in.ts'
import { AuthCard } from '../../features/accounts/components/auth-card.tsx'
import { readGoogleLogin } from '../../features/accounts/google-login.ts'
import { rememberRole, storeLogin } from '../../lib/auth-storage.ts'
import { useInstallation } from '../../lib/installation.ts'
import { paths } from '../../lib/paths.ts'
import { hostContext } from '../../lib/server-context.ts'
import { useDelayed } from '../../lib/use-delayed.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import type { Route } from './+types/google-success-page'

type Outcome = 'signed-in' | 'incomplete' | 'unproven'

const descriptions: Record<Outcome, string> = {
  'signed-in': 'This window will close automatically.',
  incomplete: 'Google did not send a complete answer.',
  unproven:
    'This link is not from a sign-in that was started in this browser, or it is more than a minute old. Nothing has changed. Please sign in again.',
}

/** Whether the tokens of this address were given to this very browser. The tokens themselves stay out of the page. */
export function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('refreshToken')
  return { isProven: token !== null && context.get(hostContext).isSignInProven(token) }
}

/**
 * Takes the tokens out of the address at once, since history and screen are read by others, and stores them; not those
 * of an address that somebody else has made, which would sign this person in as another.
 */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs): Promise<Outcome> {
  const { pathname, searchParams } = new URL(request.url)
  const login = readGoogleLogin(searchParams)
  window.history.replaceState(window.history.state, '', pathname)
  if (!login) return 'incomplete'
  if (!(await serverLoader()).isProven) return 'unproven'
  storeLogin(login)
  rememberRole('mentee')
  return 'signed-in'
}
clientLoader.hydrate = true as const
export const HydrateFallback = Splash

export default function GoogleSuccessPage() {
  const { config } = useInstallation()
  const outcome = useLoaderData<typeof clientLoader>()
  const isLoggedIn = outcome === 'signed-in'
  useDelayed(isLoggedIn, ui.googleWindowCloseMs, () => {
    window.close()
    // Without a popup there is no window that script may close.
    if (!window.closed) window.location.assign(addressAfterSignIn('mentee'))
  })
  return (
    <AuthCard
      productName={config.productName}
      title={isLoggedIn ? texts.google.success : 'Not signed in'}
      description={descriptions[outcome]}
    >
      <PageMeta title="Sign in with Google" description="Completes signing in with Google." />
      {isLoggedIn ? null : (
        <Link to={paths.auth.login.getHref('mentees')} className={buttonStyle({ isWide: true })}>
          Back to login
        </Link>
      )}
    </AuthCard>
  )
}
