import type { CaseEvidence } from '@marga/contract/case-evidence'
import { Checklist } from './checklist.tsx'
import { Exchange } from './exchange.tsx'

export type ApplicationPartsProps = {
  isOpen: boolean
  caseId: string
  application: NonNullable<CaseEvidence['application']>
  isExchangeShortened: boolean
  isReadOnly: boolean
}

/** What `ApplicationParts` shows. */
export const ApplicationPartsContent = ({ caseId, application, ...exchange }: ApplicationPartsProps) => (
  <>
    <Checklist caseId={caseId} checks={application.checks} isReadOnly={exchange.isReadOnly} />
    <Exchange application={application} {...exchange} />
  </>
)
