import type { ModeratorInvitation } from '@marga/contract/moderators'
import { useState } from 'react'
import { formatDate } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useWithdraw } from '../mutations.ts'

/** Those that can still be accepted. */
export function OpenInvitations({ invitations }: { invitations: readonly ModeratorInvitation[] }) {
  const [asked, setAsked] = useState<ModeratorInvitation | null>(null)
  const withdraw = useWithdraw()
  if (invitations.length === 0) return <p className="text-ink-soft">No one is invited right now.</p>
  return (
    <>
      <ul className="grid grid-cols-1 divide-y divide-line">
        {invitations.map((invitation) => (
          <li
            key={invitation._id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0"
          >
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-semibold wrap-anywhere">{invitation.email}</p>
              <p className="text-sm text-ink-faint wrap-anywhere">
                Invited by {invitation.invitedBy ?? 'a moderator who has left'} · Until{' '}
                {formatDate(invitation.expiresAt)}
              </p>
            </div>
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Withdraw the invitation of ${invitation.email}`}
              onClick={() => setAsked(invitation)}
            >
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
      {asked ? (
        <ConfirmDialog
          isOpen
          onOpenChange={() => setAsked(null)}
          title="Withdraw this invitation?"
          description={`The link we emailed to ${asked.email} stops working.`}
          confirmLabel="Withdraw"
          isLoading={withdraw.isPending}
          onConfirm={() => withdraw.mutate(asked, { onSettled: () => setAsked(null) })}
        />
      ) : null}
    </>
  )
}
