import type { Core } from '../../platform/core.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { PersonalData } from '../../platform/personal-data.ts'
import type { MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { SessionRemedies } from '../disputes/session-remedies.service.ts'
import type { SetAsidePictures } from '../images/set-aside-pictures.service.ts'
import type { Applicants } from '../moderation/applicants.service.ts'
import type { ContentRemovals } from '../moderation/content-removals.service.ts'
import type { People } from '../moderation/people.service.ts'
import type { Sanctions } from '../moderation/sanctions.service.ts'
import type { Vetting } from '../moderation/vetting.service.ts'
import type { Audit } from '../moderators/audit.service.ts'
import type { CaseEvents } from '../moderators/case-events.service.ts'
import type { ModerationNotifications } from '../moderators/moderation-notifications.service.ts'
import type { Moderators } from '../moderators/moderators.service.ts'
import type { Slots } from '../slots/slots.service.ts'
import type { DisputesOfTickets } from '../tickets/ticket-decisions.service.ts'
import type { Tickets } from '../tickets/tickets.service.ts'
import { createAppealOutcomes } from './appeal-outcomes.service.ts'
import { createAppeals } from './appeals.service.ts'
import { createAttendedSessions } from './attended-sessions.service.ts'
import { createCaseDecisions } from './case-decisions.service.ts'
import { createCaseEvidence } from './case-evidence.service.ts'
import { createCaseOutcomes } from './case-outcomes.service.ts'
import { caseRoutes } from './cases.routes.ts'
import { createCases } from './cases.service.ts'
import { createDesk } from './desk.service.ts'
import { eraseCasesOf } from './personal-data.queries.ts'
import { createUserDossiers } from './user-dossiers.service.ts'
import { createUserHistories } from './user-history.service.ts'

type Needs = Core & {
  mails: MailQueue
  recipients: MailRecipients
  setAsidePictures: SetAsidePictures
  applicants: Applicants
  audit: Audit
  caseEvents: CaseEvents
  contentRemovals: ContentRemovals
  disputeDecisions: DisputesOfTickets
  moderationNotifications: ModerationNotifications
  moderators: Moderators
  people: People
  sanctions: Sanctions
  sessionRemedies: SessionRemedies
  slots: Slots
  tickets: Tickets
  vetting: Vetting
}

/** What waits for moderators, by what they decide it, and what follows. */
export function createCasesModule(needs: Needs) {
  const cases = createCases(needs)
  const attendedSessions = createAttendedSessions(needs)
  const userHistories = createUserHistories(needs)
  const caseOutcomes = createCaseOutcomes({ ...needs, appealOutcomes: createAppealOutcomes(needs) })
  return {
    routes: caseRoutes({
      ...needs,
      appeals: createAppeals(needs),
      cases,
      caseDecisions: createCaseDecisions({ ...needs, cases, caseOutcomes }),
      caseEvidence: createCaseEvidence({ ...needs, cases, attendedSessions }),
      desk: createDesk(needs),
      userDossiers: createUserDossiers({ ...needs, cases, attendedSessions, userHistories }),
      userHistories,
    }),
    personalData: { erase: (tx, { id }) => eraseCasesOf(tx, id) } satisfies PersonalData,
  }
}
