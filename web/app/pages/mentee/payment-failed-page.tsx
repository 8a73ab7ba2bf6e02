import { texts } from '@marga/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { CircleX } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { PageTitle } from '../../components/page-title.tsx'
import { mentorProfileQuery } from '../../features/mentors/queries.ts'
import { paths } from '../../lib/paths.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { Card } from '../../ui/card.tsx'

export default function PaymentFailedPage() {
  const [query] = useSearchParams()
  const mentorId = query.get('mentor') ?? ''
  // Whatever comes of it, the page says that the payment failed.
  const mentor = useQuery({
    ...mentorProfileQuery(mentorId),
    enabled: mentorId !== '',
    throwOnError: false,
  }).data?.mentorData
  return (
    <>
      <PageTitle>{texts.checkout.paymentFailed}</PageTitle>
      <Card className="mx-auto grid max-w-lg justify-items-center gap-4 py-10 text-center">
        <span className="grid size-16 place-items-center rounded-full bg-danger-soft text-danger-ink">
          <CircleX className="size-8" aria-hidden="true" />
        </span>
        <h1 className="text-3xl">{texts.checkout.paymentFailed}</h1>
        <p className="text-ink-soft">{query.get('message') || texts.checkout.paymentFailedDefault}</p>
        <p className="text-sm text-ink-faint">This payment was not made.</p>
        <div className="mt-2 flex flex-wrap justify-center gap-3">
          {mentor ? (
            <Link to={paths.mentees.mentorProfile.getHref({ mentorId })} className={buttonStyle()}>
              Try again with {mentor.firstName}
            </Link>
          ) : null}
          <Link
            to={paths.mentees.home.getHref()}
            className={buttonStyle({ variant: mentor ? 'secondary' : 'primary' })}
          >
            Back to home
          </Link>
          <Link to={paths.mentees.browse.getHref()} className={buttonStyle({ variant: 'secondary' })}>
            Browse mentors
          </Link>
        </div>
      </Card>
    </>
  )
}
