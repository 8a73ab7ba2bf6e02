import type { CaseEvent, CaseEvidence } from '@marga/contract/case-evidence'
import type { ModerationCase } from '@marga/contract/moderation-case'
import type { ReactNode } from 'react'
import { isShortened } from '../history-rules.ts'
import { useHeldClaim } from '../hooks/use-held-claim.ts'
import { claimNow } from '../queue-rules.ts'
import { ApplicationParts } from './application-parts.tsx'
import { CaseHead } from './case-head.tsx'
import { CaseHistory } from './case-history.tsx'
import { DecisionPart } from './decision-part.tsx'
import { EvidenceParts } from './evidence-parts.tsx'
import { Cases } from './person-lines.tsx'
import { PersonSide } from './person-side.tsx'

type CaseFileProps = {
  of: ModerationCase
  events: readonly CaseEvent[]
  evidence: CaseEvidence
  /** What the applicant wrote. */
  application: ReactNode
  now: Date
  ids: { decision: string; note: string }
  nextHref: string | undefined
}

/** Everything that a case is decided by, with the decision beside it. Who opens it and may decide it has claimed it. */
export function CaseFile({ of, events, evidence, application, now, ids, nextHref }: CaseFileProps) {
  useHeldClaim(of)
  const claim = claimNow(of, now)
  const isReadOnly = of.status === 'decided' || of.isOthersToDecide || (claim !== null && !claim.isYou)
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_23rem]">
      <div className="grid grid-cols-1 gap-5">
        <CaseHead of={of} now={now} decisionId={ids.decision} />
        <EvidenceParts of={of} evidence={evidence} />
        {evidence.application ? (
          <>
            {application}
            <ApplicationParts
              isOpen
              caseId={of._id}
              application={evidence.application}
              isExchangeShortened={isShortened(evidence, 'exchange')}
              isReadOnly={isReadOnly}
            />
          </>
        ) : null}
      </div>
      <div className="lg:sticky lg:top-20 lg:row-span-2 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto">
        <DecisionPart of={of} evidence={evidence} id={ids.decision} now={now} nextHref={nextHref} />
      </div>
      <div className="grid grid-cols-1 gap-5">
        <People of={of} now={now} />
        <Cases
          title="Earlier cases"
          cases={evidence.earlier}
          isShortened={isShortened(evidence, 'earlier')}
          now={now}
        />
        <CaseHistory
          caseId={of._id}
          events={events}
          isShortened={isShortened(evidence, 'events')}
          noteId={ids.note}
        />
      </div>
    </div>
  )
}

/** An applicant has no history yet. */
function People({ of, now }: { of: ModerationCase; now: Date }) {
  const people = of.people.filter(({ part }) => part !== 'applicant')
  if (people.length === 0) return null
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
      {people.map((person) => (
        <PersonSide key={person._id} person={person} exceptCaseId={of._id} now={now} />
      ))}
    </div>
  )
}
