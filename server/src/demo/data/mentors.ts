import { businessMentors } from './mentors-business.ts'
import { creativeAndCareerMentors } from './mentors-creative-careers.ts'
import { dataMentors } from './mentors-data.ts'
import { mobileAndOperationsMentors } from './mentors-mobile-ops.ts'
import { productAndDesignMentors } from './mentors-product-design.ts'
import { publicLifeMentors } from './mentors-public-life.ts'
import { scienceMentors } from './mentors-science.ts'
import { startUpMentors } from './mentors-start-ups.ts'
import { webMentors } from './mentors-web.ts'
import type { DemoMentor, MentorDraft } from './types.ts'

const drafts: readonly MentorDraft[] = [
  ...webMentors,
  ...mobileAndOperationsMentors,
  ...dataMentors,
  ...productAndDesignMentors,
  ...businessMentors,
  ...startUpMentors,
  ...publicLifeMentors,
  ...scienceMentors,
  ...creativeAndCareerMentors,
]

export const demoMentorKey = 'demo-mentor'

export const demoMentors: readonly DemoMentor[] = drafts.map(complete)

function complete(draft: MentorDraft, index: number): DemoMentor {
  return {
    monthlyFee: null,
    yearsOfExperience: null,
    timeZone: 'Asia/Kolkata',
    website: null,
    twitterUrl: null,
    linkedInUrl: null,
    email: `${draft.key}@demo.test`,
    ...draft,
    bio: draft.bio.join('\n\n'),
    phone: `90000${String(index + 1).padStart(5, '0')}`,
  }
}
