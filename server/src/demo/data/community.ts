import { demoMenteeKey } from './mentees.ts'
import { demoMentorKey } from './mentors.ts'
import type { DemoTime } from './types.ts'

/** What is said in the demo mentor's community, by her and by those who are subscribed to her. */
export const demoCommunity: readonly { by: string; at: DemoTime; text: string }[] = [
  {
    by: demoMentorKey,
    at: { day: -8, clock: '18:30' },
    text: 'Good evening, all. One question for the week: what is the oldest line of code that your team is afraid to touch, and why?',
  },
  {
    by: 'karthik-murthy',
    at: { day: -8, clock: '19:05' },
    text: 'A date parser from 2014. It has a comment that says "do not ask".',
  },
  {
    by: 'chaitra-gowda',
    at: { day: -8, clock: '20:20' },
    text: 'Ours is a cron job with no owner. I am the manager, so I suppose I am the owner.',
  },
  {
    by: demoMentorKey,
    at: { day: -7, clock: '09:10' },
    text: 'Chaitra wins. Write one test for it this week, only one, and tell us what it taught you.',
  },
  {
    by: 'ishita-bose',
    at: { day: -6, clock: '13:25' },
    text: 'Does anyone have a design note that they are proud of and may show? Mine are always too long.',
  },
  {
    by: 'pranav-joshi',
    at: { day: -6, clock: '17:50' },
    text: 'I have one of a page and a half. I take the customer out and post it tomorrow.',
  },
  {
    by: demoMenteeKey,
    at: { day: -5, clock: '20:05' },
    text: 'New here, hello. I deleted a lock this week and 140 lines went with it. Best day in months.',
  },
  {
    by: 'ritika-malhotra',
    at: { day: -5, clock: '20:30' },
    text: 'Welcome, Rohan! Deleting is the senior part.',
  },
  {
    by: 'chaitra-gowda',
    at: { day: -2, clock: '12:40' },
    text: 'The one test is written. It failed, and it was right. The job had skipped the 31st for three years.',
  },
  {
    by: demoMentorKey,
    at: { day: -1, clock: '18:15' },
    text: 'Three years! Thank you for telling us, Chaitra. That is this week’s story: a test that fails on its first day is worth ten that pass.',
  },
]

/** Messages at the end that the demo mentee has not read. */
export const communityUnread = 1
