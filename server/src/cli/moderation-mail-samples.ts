import { appealRefusedMail } from '../features/cases/cases.mails.ts'
import { sanctionEndedMail, sanctionMail } from '../features/moderation/sanctions.mails.ts'
import {
  moderatorsChangedMail,
  newCaseMail,
  ticketDecidedMail,
  ticketReceivedMail,
} from '../features/moderators/moderation.mails.ts'
import { contactMail } from '../features/site-pages/contact-form.mails.ts'
import type { MailContent } from '../platform/mail/render.ts'

const url = 'https://marga.example'
const told = {
  firstName: 'Vikram',
  role: 'mentor',
  reason: 'outside_payment',
  text: 'On 12 November you asked a mentee to pay you by bank transfer. Please keep payments on the site.',
  appealUrl: `${url}/appeal?token=b9Qm3yq7qWfVZ2k0b9Qm3yq7qWfVZ2k0`,
  contact: 'hello@marga.example',
} as const

export const moderationMailSamples: Record<string, MailContent> = {
  'contact-message': contactMail({
    name: 'Asha Rao',
    email: 'asha@example.com',
    text: 'My account was blocked and I do not know why.\nPlease have a look.',
  }),
  'new-case': newCaseMail({
    firstName: 'Meera',
    title: 'New ticket about Vikram Iyer',
    what: 'Asha Rao raised a ticket about Vikram Iyer.',
    url: `${url}/moderator/tickets`,
  }),
  'moderators-changed': moderatorsChangedMail({
    firstName: 'Meera',
    title: 'Anil Nair invited someone to moderate',
    what: 'Anil Nair invited asha@example.com to moderate. The link works for 7 days.',
    help: 'If you do not want this, withdraw the invitation on that page.',
    url: `${url}/moderator/moderators`,
  }),
  'ticket-decided': ticketDecidedMail('Asha', {
    accusedName: 'Vikram Iyer',
    outcome: 'We have read your ticket about Vikram Iyer and decided not to act.',
    url: `${url}/mentees/tickets`,
  }),
  'ticket-received': ticketReceivedMail('Asha', {
    accusedName: 'Vikram Iyer',
    due: 'Tuesday, December 22nd 2026',
    url: `${url}/mentees/tickets`,
  }),
  sanction: sanctionMail({
    ...told,
    sanctions: [
      { kind: 'remove_content', until: null },
      { kind: 'suspend', until: 'Thursday, December 3rd 2026' },
    ],
  }),
  'sanction-ended': sanctionEndedMail({
    firstName: 'Vikram',
    kinds: ['suspend'],
    text: 'Your appeal is right: the message was about a book.',
    signInUrl: `${url}/auth/login?mentors`,
    standing: [],
  }),
  'appeal-decided': appealRefusedMail({
    firstName: 'Vikram',
    isUpheld: false,
    text: 'The message asks for a bank transfer in so many words.',
  }),
}
