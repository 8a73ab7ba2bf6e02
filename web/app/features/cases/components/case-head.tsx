import type { CasePerson, ModerationCase } from '@marga/contract/moderation-case'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { dossierHref } from '../../../lib/dossier-href.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { buttonStyle } from '../../../ui/button-style.ts'
import { Card } from '../../../ui/card.tsx'
import { fullName, kindNames, momentText, partNames, wasDecided } from '../rules.ts'
import { ClaimWords } from './claim-words.tsx'
import { DueBadge } from './due-badge.tsx'

type CaseHeadProps = { of: ModerationCase; now: Date; decisionId: string }

/** What it is, until when it is due, who is at it, and whom it is about. */
export function CaseHead({ of, now, decisionId }: CaseHeadProps) {
  const isOpen = of.status === 'open'
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-2">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
          <Badge tone={of.kind === 'appeal' ? 'accent' : 'neutral'}>{kindNames[of.kind]}</Badge>
          {isOpen ? <DueBadge dueAt={of.dueAt} now={now} /> : <EndBadge of={of} />}
          {isOpen ? <ClaimWords of={of} now={now} /> : null}
        </p>
        <h1 className="text-2xl wrap-anywhere">{of.subject}</h1>
        <p className="text-sm text-ink-faint">{momentText(of.createdAt)}</p>
      </div>
      {of.people.length > 0 ? (
        <ul className="grid gap-x-8 gap-y-3 border-t border-line pt-4 sm:grid-cols-2">
          {of.people.map((person) => (
            <PersonLine key={person._id} person={person} />
          ))}
        </ul>
      ) : null}
      <a href={`#${decisionId}`} className="link text-sm lg:hidden">
        {isOpen ? 'Go to the decision' : 'Go to how it ended'}
      </a>
    </Card>
  )
}

const EndBadge = ({ of: { decision } }: { of: ModerationCase }) =>
  wasDecided(decision) ? <Badge tone="positive">Decided</Badge> : <Badge>Closed</Badge>

const PersonLine = ({ person }: { person: CasePerson }) => (
  <li className="flex items-center gap-3">
    <Avatar src={person.profileImageUrl} size="sm" />
    <div className="min-w-0">
      {person.part === 'applicant' ? (
        <span className="block font-semibold wrap-anywhere">{fullName(person)}</span>
      ) : (
        <Link to={dossierHref(person)} className="link block font-semibold wrap-anywhere">
          {fullName(person)}
        </Link>
      )}
      <p className="text-sm text-ink-soft">
        {partNames[person.part]}
        {person.part === 'applicant' ? '' : `, a ${person.role}`}
        {person.isBlocked ? ', blocked' : ''}
      </p>
    </div>
  </li>
)

type CaseStepsProps = {
  queue: { href: string; state: object }
  previousHref: string | undefined
  nextHref: string | undefined
}

/** Back to the queue, and to the cases beside this one. */
export const CaseSteps = ({ queue, previousHref, nextHref }: CaseStepsProps) => (
  <nav aria-label="Cases" className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
    <Link
      to={queue.href}
      state={queue.state}
      className="link inline-flex min-h-11 items-center gap-2 text-sm"
    >
      <ArrowLeft className="size-4" aria-hidden="true" />
      The queue
    </Link>
    <span className="flex gap-2">
      <Step href={previousHref} label="Previous case" icon={ArrowLeft} />
      <Step href={nextHref} label="Next case" icon={ArrowRight} />
    </span>
  </nav>
)

type StepProps = { href: string | undefined; label: string; icon: typeof ArrowLeft }

const Step = ({ href, label, icon: Icon }: StepProps) =>
  href ? (
    <Link
      to={href}
      aria-label={label}
      title={label}
      className={buttonStyle({ variant: 'secondary', size: 'icon' })}
    >
      <Icon className="size-5" aria-hidden="true" />
    </Link>
  ) : (
    <span
      aria-hidden="true"
      className={buttonStyle({ variant: 'secondary', size: 'icon', className: 'opacity-40' })}
    >
      <Icon className="size-5" />
    </span>
  )
