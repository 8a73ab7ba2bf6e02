import { api } from '@marga/contract/api'
import { MailWarning } from 'lucide-react'
import { useState } from 'react'
import { sendRequest } from '../../../lib/api-client.ts'
import { errorMessage } from '../../../lib/error-messages.ts'
import { Button } from '../../../ui/button.tsx'

type Sending = { state: 'idle' | 'sending' | 'sent' } | { state: 'failed'; text: string }

/** To an applicant who has not confirmed the address: what that holds up, and the link once more. */
export function UnconfirmedAddress({ token }: { token: string }) {
  const [sending, setSending] = useState<Sending>({ state: 'idle' })
  const send = async () => {
    setSending({ state: 'sending' })
    try {
      await sendRequest(api.mentors.sendApplicantVerification, { body: { token } })
      setSending({ state: 'sent' })
    } catch (error) {
      setSending({ state: 'failed', text: errorMessage('sendOtp', error) })
    }
  }
  return (
    <section className="mb-7 grid justify-items-start gap-3 rounded-md bg-danger-soft px-4 py-3 text-danger-ink">
      <p className="flex gap-2 font-semibold">
        <MailWarning className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        Your email address is not confirmed
      </p>
      <p className="text-sm">
        Until it is, we cannot accept your application or email you about it. Open the link in our email and
        enter the password you applied with.
      </p>
      <Button
        variant="secondary"
        size="sm"
        isLoading={sending.state === 'sending'}
        disabled={sending.state === 'sent'}
        onClick={send}
      >
        {sending.state === 'sent' ? 'Email sent' : 'Send confirmation email'}
      </Button>
      <p role="status" className="text-sm empty:hidden">
        {sending.state === 'sent' ? 'It is on its way. Its link works for seven days.' : null}
        {sending.state === 'failed' ? sending.text : null}
      </p>
    </section>
  )
}
