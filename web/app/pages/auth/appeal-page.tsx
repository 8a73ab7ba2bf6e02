import { api } from '@marga/contract/api'
import type { ResponseOf } from '@marga/contract/endpoint'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { PageMeta } from '../../components/page-meta.tsx'
import { Splash } from '../../components/splash.tsx'
import { AuthCard } from '../../features/accounts/components/auth-card.tsx'
import { AppealForm } from '../../features/cases/components/appeal-form.tsx'
import { AppealedDecision } from '../../features/cases/components/appealed-decision.tsx'
import { ApiError, sendRequest } from '../../lib/api-client.ts'
import { currentTime } from '../../lib/clock.ts'
import { formatDate } from '../../lib/dates.ts'
import { useInstallation } from '../../lib/installation.ts'
import { paths } from '../../lib/paths.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import type { Route } from './+types/appeal-page'

type Appeal = ResponseOf<typeof api.appeals.read>['appeal']

/** The secret of the mail says whose decision it is: nobody is signed in here, and some no longer can. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  try {
    const { appeal } = await sendRequest(api.appeals.read, { body: { token } })
    return { appeal, token, failure: null }
  } catch (error) {
    const isUnknown = error instanceof ApiError && [400, 404].includes(error.status)
    return {
      appeal: null,
      token,
      failure: isUnknown
        ? "This link doesn't match a decision, or its 14 days are over. Use the one in our email."
        : 'We could not look it up just now. Please load the page again.',
    }
  }
}
clientLoader.hydrate = true as const
export const HydrateFallback = Splash

export default function AppealPage() {
  const { config } = useInstallation()
  const { appeal, token, failure } = useLoaderData<typeof clientLoader>()
  const revalidator = useRevalidator()
  const step = appeal ? stepOf(appeal, currentTime()) : null
  return (
    <AuthCard
      productName={config.productName}
      title={step ? titles[step] : 'Your appeal'}
      description={appeal && step ? descriptionOf(step, appeal) : failure}
    >
      <PageMeta title="Your appeal" description="Appeal against a decision of our moderators." />
      {appeal ? <AppealedDecision appeal={appeal} /> : null}
      {step === 'form' ? (
        <AppealForm token={token} onSent={() => void revalidator.revalidate()} />
      ) : (
        <Link to={paths.home.getHref()} className={buttonStyle({ isWide: true })}>
          Go to the home page
        </Link>
      )}
    </AuthCard>
  )
}

type Step = 'form' | 'too_late' | 'open' | 'upheld' | 'refused'

function stepOf({ appealedAt, outcome, until }: Appeal, now: Date): Step {
  if (appealedAt || outcome) return outcome ?? 'open'
  return new Date(until) < now ? 'too_late' : 'form'
}

const titles: Record<Step, string> = {
  form: 'Appeal this decision',
  too_late: 'The time to appeal is over',
  open: 'We have your appeal',
  upheld: 'You were right',
  refused: 'The decision stands',
}

function descriptionOf(step: Step, { until, appealedAt }: Appeal): string {
  if (step === 'form')
    return `Mistakes happen. Tell us what we got wrong, until ${formatDate(until)}. A moderator reads it, another one than who decided where there is one.`
  if (step === 'too_late') return `You could appeal until ${formatDate(until)}.`
  const sent = appealedAt ? ` on ${formatDate(appealedAt)}` : ''
  if (step === 'open') return `You sent it${sent}. A moderator reads it, and we email you the answer.`
  return step === 'upheld'
    ? 'A moderator read your appeal and took the decision back. We are sorry.'
    : 'A moderator read your appeal and came to the same result.'
}
