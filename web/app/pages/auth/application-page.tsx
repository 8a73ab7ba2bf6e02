import { api } from '@marga/contract/api'
import type { ResponseOf } from '@marga/contract/endpoint'
import { Link, useLoaderData } from 'react-router'
import { PageMeta } from '../../components/page-meta.tsx'
import { Splash } from '../../components/splash.tsx'
import { AuthCard } from '../../features/accounts/components/auth-card.tsx'
import { UnconfirmedAddress } from '../../features/accounts/components/unconfirmed-address.tsx'
import { ApiError, sendRequest } from '../../lib/api-client.ts'
import { formatDate, formatTime } from '../../lib/dates.ts'
import { useInstallation } from '../../lib/installation.ts'
import { paths } from '../../lib/paths.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import type { Route } from './+types/application-page'

type Application = ResponseOf<typeof api.mentors.applicationStatus>['application']

/** The secret of the mail says whose application it is: nobody is signed in here. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  try {
    const { application } = await sendRequest(api.mentors.applicationStatus, { body: { token } })
    return { application, token, failure: null }
  } catch (error) {
    const isUnknown = error instanceof ApiError && [400, 404].includes(error.status)
    return {
      application: null,
      token,
      failure: isUnknown
        ? "This link doesn't match an application. Use the one in our email."
        : 'We could not look it up just now. Please load the page again.',
    }
  }
}
clientLoader.hydrate = true as const
export const HydrateFallback = Splash

export default function ApplicationPage() {
  const { config } = useInstallation()
  const { application, token, failure } = useLoaderData<typeof clientLoader>()
  return (
    <AuthCard
      productName={config.productName}
      title={application ? titles[application.status] : 'Your application'}
      description={failure}
    >
      <PageMeta title="Your application" description="The status of an application to become a mentor." />
      {application ? <ApplicationStatus application={application} /> : null}
      {application?.status === 'received' && !application.isEmailVerified ? (
        <UnconfirmedAddress token={token} />
      ) : null}
      <NextStep status={application?.status} />
    </AuthCard>
  )
}

const titles: Record<Application['status'], string> = {
  received: 'Your application is under review',
  accepted: 'You are a mentor',
  rejected: 'Not accepted this time',
}

const at = (time: string) => `${formatDate(time)} at ${formatTime(time)}`

function ApplicationStatus({
  application: { status, submittedAt, decidedAt, reason },
}: {
  application: Application
}) {
  return (
    <ol className="mb-7 grid gap-4 border-l-2 border-line-strong pl-5">
      <li>
        <p className="font-semibold">Received</p>
        <p className="text-ink-soft">{at(submittedAt)}</p>
      </li>
      {decidedAt ? (
        <li>
          <p className="font-semibold">{status === 'accepted' ? 'Accepted' : 'Decided'}</p>
          <p className="text-ink-soft">{at(decidedAt)}</p>
          {reason ? <p className="mt-2 whitespace-pre-line wrap-anywhere">{reason}</p> : null}
        </li>
      ) : (
        <li>
          <p className="font-semibold">A moderator reads it</p>
          <p className="text-ink-soft">
            Applications are read by a person, in the order they arrive. We email you the answer.
          </p>
        </li>
      )}
    </ol>
  )
}

function NextStep({ status }: { status: Application['status'] | undefined }) {
  const [href, label] =
    status === 'accepted'
      ? [paths.auth.login.getHref('mentors'), 'Sign in']
      : status === 'rejected'
        ? [paths.auth.mentorRegister.getHref(), 'Apply again']
        : [paths.home.getHref(), 'Go to the home page']
  return (
    <Link to={href} className={buttonStyle({ isWide: true })}>
      {label}
    </Link>
  )
}
