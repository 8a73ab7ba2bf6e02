import { texts } from '@marga/contract/texts'
import { CircleX } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { Card } from '../../ui/card.tsx'

export default function PaymentFailedPage() {
  const [query] = useSearchParams()
  return (
    <>
      <title>{texts.checkout.paymentFailed}</title>
      <Card className="mx-auto grid max-w-lg justify-items-center gap-4 py-10 text-center">
        <span className="grid size-16 place-items-center rounded-full bg-danger-soft text-danger-ink">
          <CircleX className="size-8" aria-hidden="true" />
        </span>
        <h1 className="text-3xl">{texts.checkout.paymentFailed}</h1>
        <p className="text-ink-soft">{query.get('message') || texts.checkout.paymentFailedDefault}</p>
        <p className="text-sm text-ink-faint">You have not been subscribed.</p>
        <div className="mt-2 flex flex-wrap justify-center gap-3">
          <Link to={paths.mentees.home.getHref()} className={buttonStyle()}>
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
