import type { MemberRole } from '@marga/contract/roles'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useExport } from '../mutations.ts'
import { Section } from './section.tsx'

const DeleteAccountDialog = lazy(async () => ({
  default: (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
}))

type DataSectionProps = {
  of: MemberRole
  email: string | undefined
  /** The account is gone. */
  onDeleted: () => void
}

/** What is held about the person: to take away, and to have erased. */
export function DataSection({ of: role, email, onDeleted }: DataSectionProps) {
  const [isDeleting, setIsDeleting] = useState(false)
  const download = useExport(role)
  return (
    <Section id="data" title="Your data">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-sm text-ink-soft">
          A file with what you gave us and did here: profile, your messages, sessions, payments. Not in it are
          picture files, messages from others, tickets about you and moderators’ notes. If there is too much
          for one file, it has your newest messages.
        </p>
        <Button variant="secondary" isLoading={download.isPending} onClick={() => download.mutate()}>
          Download my data
        </Button>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-5">
        <p className="max-w-sm text-ink-soft">
          Deleting cannot be undone. People you have written to keep your messages, under “Deleted user”.
        </p>
        <Button variant="danger" onClick={() => setIsDeleting(true)}>
          Delete account
        </Button>
      </div>
      {isDeleting ? (
        <Suspense>
          <DeleteAccountDialog
            of={role}
            email={email}
            onClose={() => setIsDeleting(false)}
            onDeleted={onDeleted}
          />
        </Suspense>
      ) : null}
    </Section>
  )
}
