import { api } from '@marga/contract/api'
import { Link, useLoaderData } from 'react-router'
import { PageMeta } from '../../components/page-meta.tsx'
import { Splash } from '../../components/splash.tsx'
import { AuthCard } from '../../features/accounts/components/auth-card.tsx'
import { call } from '../../lib/api-client.ts'
import { failureText } from '../../lib/failure-texts.ts'
import { useInstallation } from '../../lib/installation.ts'
import { paths } from '../../lib/paths.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import type { Route } from './+types/verify-email-page'

/** Spends the secret of the mail, which is good for one use. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = new URL(request.url).searchParams
  const role = query.get('role') === 'mentor' ? 'mentor' : 'mentee'
  try {
    await call(api.accountSettings[role].verifyEmail, { body: { token: query.get('token') ?? '' } })
    return { role, failure: null } as const
  } catch (error) {
    return { role, failure: failureText('verifyEmail', error) } as const
  }
}
clientLoader.hydrate = true as const
export const HydrateFallback = Splash
/** The secret is spent: it is not sent again, whatever else the page does. */
export const shouldRevalidate = () => false

export default function VerifyEmailPage() {
  const { config } = useInstallation()
  const { role, failure } = useLoaderData<typeof clientLoader>()
  const area = role === 'mentor' ? paths.mentors : paths.mentees
  return (
    <AuthCard
      productName={config.productName}
      title={failure ? 'Not confirmed' : 'Your email is confirmed'}
      description={failure ?? 'Thank you. Nothing else is left to do.'}
    >
      <PageMeta title="Confirm your email" description="Confirms the address of an account." />
      <Link to={area.profile.getHref()} className={buttonStyle({ isWide: true })}>
        {failure ? 'Ask for a new link in your profile' : 'Go to your profile'}
      </Link>
    </AuthCard>
  )
}
