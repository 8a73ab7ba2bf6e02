import { formatShortMoment } from '../../../lib/dates.ts'
import { cn } from '../../../ui/cn.ts'
import type { Application } from '../application-steps.ts'

type ApplicationExchangeProps = Pick<Application, 'exchange' | 'shortened'>

/** What was asked and answered, oldest first. */
export const ApplicationExchange = ({ exchange, shortened = [] }: ApplicationExchangeProps) => (
  <section className="mb-7">
    <h2 className="text-lg">Questions and answers</h2>
    {shortened.includes('exchange') ? (
      <p className="mt-1 text-sm text-ink-soft">
        These are the newest {exchange.length} messages. Older ones are not shown.
      </p>
    ) : null}
    <ol className="mt-3 grid grid-cols-1 gap-3">
      {exchange.map(({ at, by, text }) => (
        <li
          key={`${at} ${by}`}
          className={cn(
            'rounded-lg px-4 py-3',
            by === 'moderator' ? 'mr-6 bg-sunken' : 'ml-6 bg-accent-soft text-accent-ink',
          )}
        >
          <p className="text-sm">
            <span className="font-semibold">{by === 'moderator' ? 'A moderator' : 'You'}</span>,{' '}
            <time dateTime={at}>{formatShortMoment(at)}</time>
          </p>
          <p className="mt-1 whitespace-pre-line wrap-anywhere">{text}</p>
        </li>
      ))}
    </ol>
  </section>
)
