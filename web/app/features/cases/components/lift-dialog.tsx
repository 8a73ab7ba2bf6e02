import type { Sanction } from '@marga/contract/sanctions'
import { useState } from 'react'
import { useTextDraft } from '../../../lib/use-text-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { liftMeaning } from '../history-rules.ts'
import { useLiftSanction } from '../mutations.ts'
import { sanctionNames } from '../rules.ts'

type LiftDialogProps = { sanction: Sanction; onClose: () => void }

/** Lifting says why: the person reads it. What is written stays until it is sent. */
export function LiftDialog({ sanction, onClose }: LiftDialogProps) {
  const [text, setText] = useTextDraft('moderator', `lift.${sanction._id}`)
  const [error, setError] = useState<string>()
  const lift = useLiftSanction()
  const send = () => {
    if (text.trim() === '') return setError('Say why it is lifted.')
    lift.mutate(
      { sanctionId: sanction._id, text: text.trim() },
      {
        onSuccess: () => {
          setText('')
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Lift this: ${sanctionNames[sanction.kind].toLowerCase()}?`}
      description={liftMeaning(sanction)}
    >
      <form
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Field label={`Text to ${sanction.person.firstName}`} {...(error ? { error } : {})} isRequired>
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              maxLength={2000}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Not yet
          </Button>
          <Button type="submit" isLoading={lift.isPending}>
            Lift
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
