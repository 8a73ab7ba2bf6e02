import { newcomers } from './mentees-newcomers.ts'
import { otherMentees } from './mentees-other-fields.ts'
import { softwareMentees } from './mentees-software.ts'
import type { DemoMentee } from './types.ts'

export const demoMenteeKey = 'demo-mentee'
export const newMenteeKey = 'new-mentee'

export const demoMentees: readonly DemoMentee[] = [...softwareMentees, ...otherMentees, ...newcomers].map(
  (draft, index) => ({
    timeZone: 'Asia/Kolkata',
    email: `${draft.key}@demo.test`,
    ...draft,
    phone: `90001${String(index + 1).padStart(5, '0')}`,
  }),
)
