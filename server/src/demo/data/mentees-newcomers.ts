import type { MenteeDraft } from './types.ts'

type Newcomer = MenteeDraft & {
  /** With whom they have subscribed since they joined, and how many days ago. */
  subscribed?: { mentorKey: string; daysAgo: number }
}

/** Who joined in the last month, so that the moderator's charts do not end with the story of the others. */
export const newcomers: readonly Newcomer[] = [
  {
    key: 'nikita-deshmukh',
    firstName: 'Nikita',
    lastName: 'Deshmukh',
    about: 'Analyst at a bank in Pune, wants to build the reports she now only reads.',
    interests: ['SQL', 'Python', 'Statistics'],
    memberSinceDaysAgo: 27,
    subscribed: { mentorKey: 'sourav-chatterjee', daysAgo: 24 },
    portrait: { sex: 'f', skin: 3 },
  },
  {
    key: 'arvind-selvam',
    firstName: 'Arvind',
    lastName: 'Selvam',
    about: 'Second year of engineering, reads papers on the bus.',
    interests: ['Machine learning', 'Paper reading'],
    memberSinceDaysAgo: 22,
    subscribed: { mentorKey: 'lakshmi-raghavan', daysAgo: 14 },
    portrait: { sex: 'm', skin: 5, glasses: true },
  },
  {
    key: 'farah-contractor',
    firstName: 'Farah',
    lastName: 'Contractor',
    about: 'Runs a small bakery and wants to understand her own accounts.',
    interests: ['Finance', 'Marketing'],
    memberSinceDaysAgo: 19,
    portrait: { sex: 'f', skin: 2 },
  },
  {
    key: 'jaspreet-bhullar',
    firstName: 'Jaspreet',
    lastName: 'Bhullar',
    about: 'Support engineer in Mohali, moving towards reliability work.',
    interests: ['Linux', 'Kubernetes'],
    memberSinceDaysAgo: 17,
    subscribed: { mentorKey: 'swati-mahapatra', daysAgo: 11 },
    portrait: { sex: 'm', skin: 3, headwear: 'turban' },
  },
  {
    key: 'lalthanpuii-ralte',
    firstName: 'Lalthanpuii',
    lastName: 'Ralte',
    about: 'Designs posters for a church choir and wants to do it for a living.',
    interests: ['Design', 'Typography'],
    memberSinceDaysAgo: 12,
    portrait: { sex: 'f', skin: 2 },
  },
  {
    key: 'sagar-waghmare',
    firstName: 'Sagar',
    lastName: 'Waghmare',
    about: 'Drives a delivery van and learns JavaScript after ten in the evening.',
    interests: ['JavaScript', 'node.js'],
    memberSinceDaysAgo: 10,
    subscribed: { mentorKey: 'manoj-sahu', daysAgo: 7 },
    portrait: { sex: 'm', skin: 4 },
  },
  {
    key: 'meenal-kulkarni',
    firstName: 'Meenal',
    lastName: 'Kulkarni',
    about: 'Back after four years with two children; was a tester before, and wants to run what she tested.',
    interests: ['Docker', 'CI/CD', 'Career growth'],
    memberSinceDaysAgo: 8,
    subscribed: { mentorKey: 'balaji-venkatesan', daysAgo: 5 },
    portrait: { sex: 'f', skin: 3, bindi: true },
  },
  {
    key: 'tenzing-lepcha',
    firstName: 'Tenzing',
    lastName: 'Lepcha',
    about: 'Guides treks in Sikkim and keeps the bookings in a spreadsheet that has grown too large.',
    interests: ['Operations', 'Marketing'],
    memberSinceDaysAgo: 5,
    portrait: { sex: 'm', skin: 2 },
  },
  {
    key: 'harini-subramaniam',
    firstName: 'Harini',
    lastName: 'Subramaniam',
    about: 'Final year of computer science, first job interviews next month.',
    interests: ['C++', 'Interview preparation'],
    memberSinceDaysAgo: 4,
    subscribed: { mentorKey: 'thomas-kurian', daysAgo: 2 },
    portrait: { sex: 'f', skin: 4, glasses: true },
  },
]
