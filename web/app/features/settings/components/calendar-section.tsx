import type { MemberRole } from '@marga/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toast } from 'sonner'
import { copyText } from '../../../lib/copy-text.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useRenewCalendar } from '../mutations.ts'
import { calendarFeedQuery } from '../queries.ts'
import { Section } from './section.tsx'

/** The address by which another calendar shows the booked sessions. */
export function CalendarSection({ of: role }: { of: MemberRole }) {
  const { data: url, error, refetch, isFetching } = useQuery(calendarFeedQuery(role))
  const [isAsking, setIsAsking] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const renew = useRenewCalendar(role)
  const copy = async (text: string) => {
    if (await copyText(text, field.current)) toast.success('The address is copied')
    else toast.error('The address could not be copied. Select it and copy it yourself.')
  }
  return (
    <Section
      id="calendar"
      title="Calendar"
      description="Subscribe to this address in your own calendar to see your booked sessions there. Anyone who has it can see them, so keep it private."
    >
      {url ? (
        <>
          <Field label="Address of your calendar">
            {(control) => (
              <Input
                {...control}
                ref={field}
                readOnly
                value={url}
                onFocus={(event) => event.currentTarget.select()}
              />
            )}
          </Field>
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => void copy(url)}>Copy address</Button>
            <Button variant="secondary" onClick={() => setIsAsking(true)}>
              Renew address
            </Button>
          </div>
        </>
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Skeleton className="h-11" />
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Renew the address?"
        description="The current one stops working at once, in every calendar that uses it."
        confirmLabel="Renew address"
        isLoading={renew.isPending}
        onConfirm={() => renew.mutate(undefined, { onSettled: () => setIsAsking(false) })}
      />
    </Section>
  )
}
