import { api } from '@marga/contract/api'
import { loginMarkers } from '@marga/contract/roles'
import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { PageMeta } from '../../components/page-meta.tsx'
import { Splash } from '../../components/splash.tsx'
import { AuthCard } from '../../features/accounts/components/auth-card.tsx'
import { AcceptInvitationForm } from '../../features/moderators/components/accept-invitation-form.tsx'
import { ApiError, sendRequest } from '../../lib/api-client.ts'
import { useInstallation } from '../../lib/installation.ts'
import { paths } from '../../lib/paths.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import type { Route } from './+types/accept-invitation-page'

/** Asks whom the link invites; that does not use it up. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  try {
    return { invitation: await sendRequest(api.moderators.readInvitation, { body: { token } }), token }
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.status === 400
    return {
      invitation: null,
      token,
      failure: isUnknown
        ? 'This link has expired, was withdrawn or was used already. Ask the person who invited you for a new one.'
        : 'We could not look it up just now. Please load the page again.',
    }
  }
}
clientLoader.hydrate = true as const
export const HydrateFallback = Splash
/** It is used up by then. */
export const shouldRevalidate = () => false

export default function AcceptInvitationPage() {
  const { config } = useInstallation()
  const { invitation, token, failure } = useLoaderData<typeof clientLoader>()
  const [isAccepted, setIsAccepted] = useState(false)
  const { productName } = config
  return (
    <AuthCard
      productName={productName}
      title={
        isAccepted ? 'You are a moderator now' : invitation ? 'Become a moderator' : 'Not a valid invitation'
      }
      description={
        isAccepted
          ? 'Sign in with your email and the password you chose. If we ask you to set up two-step sign-in, have your phone at hand.'
          : invitation
            ? `${invitation.invitedBy ?? 'A moderator'} invites you to moderate ${productName}. Choose a name and a password.`
            : failure
      }
    >
      <PageMeta title="Become a moderator" description="Accept an invitation to moderate." />
      {invitation && !isAccepted ? (
        <AcceptInvitationForm email={invitation.email} token={token} onAccepted={() => setIsAccepted(true)} />
      ) : (
        <Link to={paths.auth.login.getHref(loginMarkers.moderator)} className={buttonStyle({ isWide: true })}>
          Sign in as a moderator
        </Link>
      )}
    </AuthCard>
  )
}
