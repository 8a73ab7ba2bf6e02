import type { CaseEvidence } from '@marga/contract/case-evidence'
import { Checklist } from './checklist.tsx'
import { Exchange } from './exchange.tsx'

export type ApplicationPartsProps = {
  isOpen: boolean
  caseId: string
  application: NonNullable<CaseEvidence['application']>
  isReadOnly: boolean
}

/** What `ApplicationParts` shows. */
export const ApplicationPartsContent = ({ caseId, application, isReadOnly }: ApplicationPartsProps) => (
  <>
    <Checklist caseId={caseId} checks={application.checks} isReadOnly={isReadOnly} />
    <Exchange application={application} isReadOnly={isReadOnly} />
  </>
)
