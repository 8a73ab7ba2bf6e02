import type { AttendedSession, CaseEvidence } from '@marga/contract/case-evidence'
import type { RefundRequest } from '@marga/contract/disputes'
import type { ModerationCase } from '@marga/contract/moderation-case'
import { formatRupees } from '@marga/contract/prices'
import type { Sanction } from '@marga/contract/sanctions'
import { Chip } from '../../../components/chip.tsx'
import { Stars } from '../../../components/stars.tsx'
import { formatDate, formatShortMoment, formatTimeRange } from '../../../lib/dates.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { sessionText } from '../history-rules.ts'
import { concernedOf, fullName, momentText, personOf } from '../rules.ts'
import { AttendanceBars } from './attendance-bars.tsx'
import { Fact, Lines, Part, Quote } from './part.tsx'
import { ReportedMessages } from './reported-messages.tsx'
import { SanctionLine } from './sanction-line.tsx'

type EvidencePartsProps = { of: ModerationCase; evidence: CaseEvidence }

/** What is claimed, and what a decision can be made by; each where there is such a thing. */
export function EvidenceParts({ of, evidence }: EvidencePartsProps) {
  const { statement, messages, session, review, profile, dispute, sanctions } = evidence
  return (
    <>
      {statement ? <StatementPart of={of} statement={statement} /> : null}
      {dispute ? <DisputePart of={of} dispute={dispute} /> : null}
      {messages.length > 0 ? <ReportedMessages messages={messages} people={of.people} /> : null}
      {session ? <SessionPart session={session} /> : null}
      {review ? <ReviewPart review={review} /> : null}
      {profile ? <ProfilePart profile={profile} /> : null}
      {sanctions.length > 0 ? <AppealedPart sanctions={sanctions} /> : null}
    </>
  )
}

type StatementPartProps = { of: ModerationCase; statement: NonNullable<CaseEvidence['statement']> }

function StatementPart({ of, statement }: StatementPartProps) {
  const author = statement.by && personOf(of, statement.by)
  const name = author ? fullName(author) : 'Recorded automatically'
  return (
    <Part title={of.kind === 'appeal' ? 'The appeal' : 'What is claimed'}>
      <Quote by={`${name}, ${momentText(statement.at)}`} text={statement.text} />
    </Part>
  )
}

type DisputePartProps = { of: ModerationCase; dispute: NonNullable<CaseEvidence['dispute']> }

function DisputePart({ of, dispute }: DisputePartProps) {
  const other = concernedOf(of)
  const name = other ? other.firstName : 'The other person'
  const { answer } = dispute.kind === 'contest' ? dispute.contest : dispute.refundRequest
  return (
    <Part title={dispute.kind === 'contest' ? 'The contest' : 'The refund request'}>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {dispute.kind === 'contest' ? (
          <>
            <Fact label="Session">{formatShortMoment(dispute.contest.start)}</Fact>
            <Fact label="Recorded as">{dispute.contest.outcome}</Fact>
          </>
        ) : (
          <RefundAmounts of={dispute.refundRequest} />
        )}
      </dl>
      {answer ? (
        <Quote by={`${name} answered`} text={answer} />
      ) : (
        <p className="text-ink-soft">{name} wrote nothing.</p>
      )}
    </Part>
  )
}

/** Of one whose refund the bank decides, that stands beside what was promised. */
function RefundAmounts({ of: { amount, withdrawnAmount = 0 } }: { of: RefundRequest }) {
  return (
    <>
      <Fact label="Amount asked for">
        <strong className="text-lg text-ink tabular-nums">{formatRupees(amount + withdrawnAmount)}</strong>
      </Fact>
      {withdrawnAmount > 0 ? (
        <Fact label="Left to the bank’s decision">{formatRupees(withdrawnAmount)}</Fact>
      ) : null}
    </>
  )
}

const SessionPart = ({ session }: { session: AttendedSession }) => (
  <Part title="The session" hint={sessionText(session)}>
    <p className="wrap-anywhere">
      <span className="font-semibold">
        {formatDate(session.start)}, {formatTimeRange(session.start, session.end)}
      </span>
      {session.title ? <span className="block text-ink-soft">{session.title}</span> : null}
    </p>
    <AttendanceBars session={session} />
  </Part>
)

const ReviewPart = ({ review }: { review: NonNullable<CaseEvidence['review']> }) => (
  <Part title="The review" hint={formatDate(review.createdAt)}>
    <p className="flex flex-wrap items-center gap-3">
      <Stars rating={review.rating} />
      {review.isRemoved ? <Badge>Removed</Badge> : null}
    </p>
    <p className="max-w-prose whitespace-pre-line wrap-anywhere">{review.text || 'Without words.'}</p>
  </Part>
)

const ProfilePart = ({ profile }: { profile: NonNullable<CaseEvidence['profile']> }) => (
  <Part title="The profile" hint="As it was when it was reported">
    {profile.profileImageUrl ? <Avatar src={profile.profileImageUrl} name="The picture" size="xl" /> : null}
    {profile.jobTitle || profile.firmName ? (
      <p className="font-semibold wrap-anywhere">
        {profile.jobTitle}, {profile.firmName}
      </p>
    ) : null}
    {[profile.shortBio, profile.bio, profile.about]
      .filter((text) => text)
      .map((text) => (
        <p key={text} className="max-w-prose whitespace-pre-line wrap-anywhere">
          {text}
        </p>
      ))}
    <ul className="flex flex-wrap gap-1.5">
      {[...profile.expertise, ...(profile.interests ?? [])].map((skill) => (
        <Chip key={skill}>{skill}</Chip>
      ))}
    </ul>
  </Part>
)

const AppealedPart = ({ sanctions }: { sanctions: readonly Sanction[] }) => (
  <Part title="What is appealed">
    <Lines>
      {sanctions.map((sanction) => (
        <SanctionLine key={sanction._id} sanction={sanction} />
      ))}
    </Lines>
  </Part>
)
