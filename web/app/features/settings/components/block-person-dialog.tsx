import type { Person } from '@marga/contract/common'
import type { MemberRole } from '@marga/contract/roles'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useBlockPerson } from '../mutations.ts'

type BlockPersonDialogProps = { of: MemberRole; person: Person; onClose: () => void }

/** Says what blocking means, and does it on request. */
export function BlockPersonDialog({ of: role, person, onClose }: BlockPersonDialogProps) {
  const block = useBlockPerson(role)
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={`Block ${person.firstName} ${person.lastName}?`}
      description="You can no longer write to or book each other. They are not told. A subscription continues until it is cancelled, and you can unblock them later."
      confirmLabel={`Block ${person.firstName}`}
      cancelLabel="Do not block"
      isLoading={block.isPending}
      onConfirm={() => block.mutate(person, { onSettled: onClose })}
    />
  )
}
