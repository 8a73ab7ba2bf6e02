import type { OwnMentorProfile } from '@marga/contract/mentors'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import type { ProfileChanges } from '../rules.ts'
import { AboutForm } from './about-form.tsx'
import { AboutView } from './about-view.tsx'

type AboutCardProps = { profile: OwnMentorProfile; onSave: (changes: ProfileChanges) => Promise<unknown> }

/** To read, and on request to edit. */
export function AboutCard({ profile, onSave }: AboutCardProps) {
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
      {isEditing ? (
        <AboutForm profile={profile} onSave={onSave} onClose={() => setIsEditing(false)} />
      ) : (
        <AboutView profile={profile} />
      )}
    </Card>
  )
}
