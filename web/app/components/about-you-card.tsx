import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useFocusAfter } from '../lib/use-focus-after.ts'
import { Button } from '../ui/button.tsx'
import { Card, CardTitle } from '../ui/card.tsx'

type AboutYouCardProps = { view: ReactNode; form: (close: () => void) => ReactNode }

/** A person's own profile to read, and on request to edit. */
export function AboutYouCard({ view, form }: AboutYouCardProps) {
  const [isEditing, setIsEditing] = useState(false)
  // The button that was pressed is gone in either case.
  const opened = useFocusAfter<HTMLDivElement>(!isEditing)
  const closed = useFocusAfter<HTMLDivElement>(isEditing)
  return (
    <Card>
      <div className="mb-5 flex items-center justify-between gap-4">
        <CardTitle>About you</CardTitle>
        {isEditing ? null : (
          <Button variant="secondary" size="sm" onClick={() => setIsEditing(true)}>
            <Pencil className="size-4" aria-hidden="true" />
            Edit profile
          </Button>
        )}
      </div>
      <div ref={isEditing ? opened : closed} tabIndex={-1}>
        {isEditing ? form(() => setIsEditing(false)) : view}
      </div>
    </Card>
  )
}
