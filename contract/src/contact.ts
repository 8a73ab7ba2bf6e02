import { z } from 'zod'
import { email } from './accounts.ts'
import { messageResponse, requiredName, requiredText } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'

export const contactForm = z.object({
  name: requiredName(limits.nameMax, 'Tell us your name.'),
  email,
  text: requiredText(limits.ticketTextMax, 'Tell us what happened.'),
})
export type ContactForm = z.infer<typeof contactForm>

export const contact = {
  send: defineEndpoint({
    method: 'POST',
    path: '/api/contact',
    access: 'public',
    summary: 'Writes to the operator, for people who cannot sign in',
    body: contactForm,
    status: [201],
    response: messageResponse,
    /** Where the operator names no address and there is no moderator yet. */
    errors: ['not_configured'],
    limit: 'code',
  }),
}
