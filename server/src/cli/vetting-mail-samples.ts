import {
  acceptedOnProbationMail,
  applicantAskedMail,
  applicationAcceptedMail,
  applicationRefusedMail,
  probationEndedMail,
} from '../features/moderation/applicants.mails.ts'
import { invitationMail } from '../features/moderators/moderation.mails.ts'
import type { MailContent } from '../platform/mail/render.ts'

const url = 'https://marga.example'

/** To those who want to be mentors or moderators. */
export const vettingMailSamples: Record<string, MailContent> = {
  'application-accepted': applicationAcceptedMail('Vikram', `${url}/auth/login?mentors`),
  'application-accepted-on-probation': acceptedOnProbationMail('Vikram', `${url}/auth/login?mentors`),
  'application-refused': applicationRefusedMail(
    'Vikram',
    'Your profile says little about what you have taught so far. Please add an example or two.',
    `${url}/auth/mentor-register?again=qWfVZ2k0b9Qm3yq7`,
  ),
  'applicant-asked': applicantAskedMail('Vikram', {
    text: 'Could you send us a talk or an article of yours, so that we see how you explain things?',
    url: `${url}/auth/application?token=qWfVZ2k0b9Qm3yq7`,
  }),
  'probation-ended': probationEndedMail('Vikram', `${url}/mentors/profile`),
  'moderator-invitation': invitationMail({
    productName: 'Marga',
    invitedBy: 'Meera Nair',
    days: 7,
    url: `${url}/auth/accept-invitation?token=qWfVZ2k0b9Qm3yq7`,
  }),
}
