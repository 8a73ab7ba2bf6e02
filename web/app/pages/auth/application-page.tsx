import { api } from '@marga/contract/api'
import { applicationLinkDays, reapplicationDays } from '@marga/contract/application-status'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { PageMeta } from '../../components/page-meta.tsx'
import { Splash } from '../../components/splash.tsx'
import { type Application, stepsOf } from '../../features/accounts/application-steps.ts'
import { ApplicantAnswerForm } from '../../features/accounts/components/applicant-answer-form.tsx'
import { ApplicationExchange } from '../../features/accounts/components/application-exchange.tsx'
import { ApplicationTimeline } from '../../features/accounts/components/application-timeline.tsx'
import { AuthCard } from '../../features/accounts/components/auth-card.tsx'
import { UnconfirmedAddress } from '../../features/accounts/components/unconfirmed-address.tsx'
import { VettingChecklist } from '../../features/accounts/components/vetting-checklist.tsx'
import { ApiError, sendRequest } from '../../lib/api-client.ts'
import { currentTime } from '../../lib/clock.ts'
import { useInstallation } from '../../lib/installation.ts'
import { takeLinkToken } from '../../lib/link-token.ts'
import { paths } from '../../lib/paths.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import type { Route } from './+types/application-page'

/** The secret of the mail says whose application it is: nobody is signed in here. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const token = takeLinkToken(request)
  try {
    const { application } = await sendRequest(api.mentors.applicationStatus, { body: { token } })
    return { application, token, failure: null }
  } catch (error) {
    const isUnknown = error instanceof ApiError && [400, 404].includes(error.status)
    return {
      application: null,
      token,
      failure: isUnknown
        ? `This link doesn't match an application. Use the one in our email: it ends ${applicationLinkDays} days after the decision.`
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
      {application ? <ApplicationStatus application={application} token={token} /> : null}
      <NextStep application={application} />
    </AuthCard>
  )
}

const titles: Record<Application['status'], string> = {
  received: 'Your application is under review',
  accepted: 'You are a mentor',
  rejected: 'Not accepted this time',
}

function ApplicationStatus({ application, token }: { application: Application; token: string }) {
  const { status, submittedAt, reason, isEmailVerified, checklist, wanted, exchange, shortened } = application
  const isWaiting = status === 'received'
  return (
    <>
      <ApplicationTimeline steps={stepsOf(application)} reason={reason} />
      {isWaiting && !isEmailVerified ? <UnconfirmedAddress token={token} /> : null}
      {exchange.length > 0 ? <ApplicationExchange {...{ exchange, shortened }} /> : null}
      {wanted ? <Answer token={token} draftName={submittedAt} /> : null}
      {isWaiting ? <VettingChecklist title="What we look at" items={checklist} hasTicks /> : null}
    </>
  )
}

/** The page is asked anew: what was answered stands among the rest, and the stage has moved on. */
function Answer({ token, draftName }: { token: string; draftName: string }) {
  const { revalidate } = useRevalidator()
  return <ApplicantAnswerForm token={token} draftName={draftName} onSent={() => void revalidate()} />
}

/** The page gives nothing to apply again with any more; whether another application followed, the form says. */
const isLongRefused = ({ status, decidedAt }: Application): boolean =>
  status === 'rejected' &&
  decidedAt !== null &&
  currentTime().getTime() - Date.parse(decidedAt) >= reapplicationDays * 86_400_000

function NextStep({ application }: { application: Application | null }) {
  const [href, label] =
    application?.status === 'accepted'
      ? [paths.auth.login.getHref('mentors'), 'Sign in']
      : application?.reapplyToken
        ? [paths.auth.mentorRegister.getHref({}, { again: application.reapplyToken }), 'Apply again']
        : application && isLongRefused(application)
          ? // Without what the page gives for some days the form has a link mailed.
            [paths.auth.mentorRegister.getHref(), 'Apply again']
          : [paths.home.getHref(), 'Go to the home page']
  return (
    <Link to={href} className={buttonStyle({ isWide: true })}>
      {label}
    </Link>
  )
}
