import type { ReviewDrafts } from './types.ts'

export const mobileQaReviews: ReviewDrafts = {
  'reshma-ansari': [
    {
      by: 'fatima-khan',
      rating: 5,
      daysAgo: 16,
      text: 'My attendance app is on the Play Store! 11 MB only. She reviewed each release and wrote two lines of praise and five of criticism each time.',
    },
    {
      by: 'gaurav-rawat',
      rating: 4,
      daysAgo: 64,
      text: 'Did the basics of Compose with her. She asks you to test on the oldest phone at home, and that alone was an education.',
    },
    {
      by: 'samuel-varghese',
      rating: 4,
      daysAgo: 109,
      text: 'Good on measuring cold start. I would have liked more about testing, but she showed me where to read.',
    },
    {
      by: 'megha-kapoor',
      rating: 5,
      daysAgo: 166,
      text: 'I design for Android and never knew why developers sigh. Now I do. We went through my screens one by one and counted the special cases.',
    },
    {
      by: 'ritika-malhotra',
      rating: 3,
      daysAgo: 231,
      text: 'Knowledgeable, only daytime slots though. With an office job I could book just two of four calls.',
      reply:
        'You are right, afternoons are all I have while my children are at school. I should write that at the top.',
    },
    {
      by: 'nazneen-begum',
      rating: 5,
      daysAgo: 342,
      text: 'The conversation about returning part-time after a break was as useful as Kotlin. She had numbers.',
    },
  ],
  'jyoti-borah': [
    {
      by: 'monalisa-das',
      rating: 5,
      daysAgo: 10,
      text: 'From zero code to forty Playwright tests that run every night. She began with my own test steps in Hindi. I got a raise and I know exactly what to thank her for.',
    },
    {
      by: 'samuel-varghese',
      rating: 5,
      daysAgo: 44,
      text: 'She taught me to argue about risk in one sentence instead of ten. Developers listen now.',
    },
    {
      by: 'fatima-khan',
      rating: 4,
      daysAgo: 87,
      text: 'Helpful introduction to API testing for a student. Very affordable too.',
    },
    {
      by: 'sneha-pillai',
      rating: 4,
      daysAgo: 150,
      text: 'We worked on test data for pipelines, which is not her daily field, but the thinking carries over.',
    },
    {
      by: 'aditya-ghorpade',
      rating: 3,
      daysAgo: 220,
      text: 'Good for web testing. For embedded C++ there was not much she could say, and she was honest about it.',
    },
  ],
}
