import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Card, CardTitle } from '../ui/card.tsx'

type AboutYouCardProps = { view: ReactNode; form: (close: () => void) => ReactNode }

/** A person's own profile to read, and on request to edit. */
export function AboutYouCard({ view, form }: AboutYouCardProps) {
  const [isEditing, setIsEditing] = useState(false)
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
      {isEditing ? form(() => setIsEditing(false)) : view}
    </Card>
  )
}
