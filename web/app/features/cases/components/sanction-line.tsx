import type { Sanction } from '@marga/contract/sanctions'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../lib/paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { reasonText, sanctionPeriod, sanctionStatus } from '../history-rules.ts'
import { sanctionNames } from '../rules.ts'
import { Line } from './part.tsx'

const appealNames = { open: 'Appealed', upheld: 'Appeal upheld', refused: 'Appeal refused' }

type SanctionLineProps = { sanction: Sanction; action?: ReactNode }

/** What was done to somebody, by whom and why, and what became of it. */
export function SanctionLine({ sanction, action }: SanctionLineProps) {
  const { kind, by, reason, text, liftedBy, liftText, appeal, caseId } = sanction
  const status = sanctionStatus(sanction)
  return (
    <Line end={action}>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="font-semibold">{sanctionNames[kind]}</span>
        {status ? <Badge tone={status.tone}>{status.label}</Badge> : null}
        {appeal ? (
          <Link to={paths.moderator.case.getHref({ id: appeal.caseId })} className="link text-sm">
            {appealNames[appeal.outcome]}
          </Link>
        ) : null}
      </p>
      <p className="text-sm text-ink-soft">
        {sanctionPeriod(sanction)}, by {by ?? 'a moderator whose account is gone'}. {reasonText(reason)}.
      </p>
      {text ? <p className="mt-1 text-sm whitespace-pre-line">{text}</p> : null}
      {liftText ? (
        <p className="mt-1 text-sm whitespace-pre-line text-ink-soft">
          Lifted by {liftedBy ?? 'a moderator whose account is gone'}: {liftText}
        </p>
      ) : null}
      {caseId ? (
        <Link to={paths.moderator.case.getHref({ id: caseId })} className="link text-sm">
          The case
        </Link>
      ) : null}
    </Line>
  )
}
