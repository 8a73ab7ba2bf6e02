import type { Person } from '@marga/contract/common'
import type { FailedRefund } from '@marga/contract/failed-refunds'
import { formatRupees } from '@marga/contract/prices'
import type { MemberRole } from '@marga/contract/roles'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { closeWhenDecided } from '../../../lib/close-when-decided.ts'
import { formatDate } from '../../../lib/dates.ts'
import { dossierHref } from '../../../lib/dossier-href.ts'
import { useTextDraft } from '../../../lib/use-text-draft.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { useSettleRefund } from '../mutations.ts'
import { fullName } from '../rules.ts'

/** What came back from the bank: whose it is, where to find it, and that it has been paid another way. */
export function FailedRefunds({ refunds }: { refunds: readonly FailedRefund[] }) {
  const [selected, setSelected] = useState<FailedRefund | null>(null)
  return (
    <Card className="p-0!">
      <ul className="grid grid-cols-1 divide-y divide-line">
        {refunds.map((refund) => (
          <li
            key={refund._id}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-4 py-4 sm:px-6"
          >
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-semibold">
                {formatRupees(refund.amount)} to <PersonLink of="mentee" person={refund.menteeId} />
              </p>
              <p className="text-sm text-ink-soft">
                Paid for <PersonLink of="mentor" person={refund.mentorId} />, came back on{' '}
                {formatDate(refund.noticedAt)}
                {refund.reason ? `: ${refund.reason.replaceAll('_', ' ')}` : ''}
              </p>
              <p className="text-sm text-ink-faint wrap-anywhere">
                Payment {refund.paymentId}, refund {refund._id}
              </p>
            </div>
            {refund.settledAt ? (
              <Badge tone="positive">Paid back {formatDate(refund.settledAt)}</Badge>
            ) : (
              <Button variant="secondary" size="sm" onClick={() => setSelected(refund)}>
                Mark as paid back
              </Button>
            )}
          </li>
        ))}
      </ul>
      {selected ? <SettleDialog refund={selected} onClose={() => setSelected(null)} /> : null}
    </Card>
  )
}

type PersonLinkProps = { of: MemberRole; person: Person | null }

function PersonLink({ of: role, person }: PersonLinkProps): ReactNode {
  if (!person) return `a ${role} whose account is gone`
  return (
    <Link to={dossierHref({ _id: person._id, role })} className="link">
      {fullName(person)}
    </Link>
  )
}

function SettleDialog({ refund, onClose }: { refund: FailedRefund; onClose: () => void }) {
  const [note, setNote] = useTextDraft('moderator', `refund.${refund._id}`)
  const [error, setError] = useState<string>()
  const settle = useSettleRefund()
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`${formatRupees(refund.amount)} paid back?`}
      description="Only do this once the money has been paid another way. It is kept in the log with your name."
    >
      <form
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (note.trim() === '') return setError('Say how it was paid back.')
          settle.mutate(
            { refundId: refund._id, note: note.trim() },
            closeWhenDecided(() => {
              setNote('')
              onClose()
            }),
          )
        }}
      >
        <Field label="How was it paid back?" error={error} isRequired>
          {(field) => (
            <Textarea
              {...field}
              rows={3}
              maxLength={2000}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          )}
        </Field>
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Not yet
          </Button>
          <Button type="submit" isLoading={settle.isPending}>
            Mark as paid back
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
