import type { ModerationCase } from '@marga/contract/moderation-case'
import { ChevronRight } from 'lucide-react'
import type { Ref } from 'react'
import { Link } from 'react-router'
import { formatRelative } from '../../../lib/relative-dates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { cn } from '../../../ui/cn.ts'
import { kindNames, peopleText, wasDecided } from '../rules.ts'
import { stageNames } from '../stage-rules.ts'
import { ClaimWords } from './claim-words.tsx'
import { DueBadge } from './due-badge.tsx'

type CaseListProps = {
  cases: readonly ModerationCase[]
  hrefOf: (caseId: string) => string
  now: Date
  /** The keys j and k go through its links. */
  listRef?: Ref<HTMLUListElement>
  /** In a card already. */
  isInside?: boolean
}

/** Cases, a line each; every line leads to the whole file. */
export function CaseList({ cases, hrefOf, now, listRef, isInside }: CaseListProps) {
  return (
    <ul ref={listRef} className="grid grid-cols-1 divide-y divide-line">
      {cases.map((row) => (
        <li key={row._id}>
          <Link
            to={hrefOf(row._id)}
            data-case={row._id}
            className={cn(
              'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-3.5 hover:bg-sunken focus-visible:bg-sunken',
              isInside
                ? '-mx-2 rounded-md px-2'
                : 'px-4 -outline-offset-2 sm:px-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,16rem)_auto]',
            )}
          >
            <CaseWords of={row} />
            <CaseStatus of={row} now={now} isInside={isInside} />
            <ChevronRight
              className={cn(
                'size-5 shrink-0 text-ink-faint',
                isInside
                  ? 'col-start-2 row-span-2 row-start-1'
                  : 'max-lg:col-start-2 max-lg:row-span-2 max-lg:row-start-1',
              )}
              aria-hidden="true"
            />
          </Link>
        </li>
      ))}
    </ul>
  )
}

const CaseWords = ({ of }: { of: ModerationCase }) => (
  <span className="min-w-0">
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <Badge tone={of.kind === 'appeal' ? 'accent' : 'neutral'}>{kindNames[of.kind]}</Badge>
      <span className="line-clamp-2 min-w-0 font-semibold wrap-anywhere">{of.subject}</span>
    </span>
    <span className="mt-1 line-clamp-2 text-sm text-ink-soft wrap-anywhere">
      {peopleText(of)}, {formatRelative(of.createdAt)}
    </span>
  </span>
)

type CaseStatusProps = { of: ModerationCase; now: Date; isInside: boolean | undefined }

function CaseStatus({ of, now, isInside }: CaseStatusProps) {
  return (
    <span
      className={cn(
        'flex min-w-0 flex-wrap gap-x-4 gap-y-1',
        !isInside && 'lg:flex-col lg:items-end lg:text-right',
      )}
    >
      {of.status === 'decided' ? (
        <DecidedWords of={of} />
      ) : (
        <>
          <DueBadge dueAt={of.dueAt} now={now} />
          <ClaimWords of={of} now={now} />
          {of.stage && of.stage !== 'received' ? <Badge tone="accent">{stageNames[of.stage]}</Badge> : null}
          {of.proposal ? <Badge tone="accent">To be confirmed</Badge> : null}
          {of.isOthersToDecide ? <Badge>For another moderator</Badge> : null}
        </>
      )}
    </span>
  )
}

const DecidedWords = ({ of: { decision } }: { of: ModerationCase }) => (
  <span className="text-sm text-ink-soft wrap-anywhere">
    {wasDecided(decision)
      ? `Decided ${formatRelative(decision.at)} by ${decision.by ?? 'a moderator whose account is gone'}`
      : 'Closed without a decision'}
  </span>
)
