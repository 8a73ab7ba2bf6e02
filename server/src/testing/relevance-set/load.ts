import { demoMentors } from '../../demo/data/mentors.ts'
import type { TestApp } from '../test-app.ts'
import { type RelevanceMentor, relevanceMentors } from './mentors.ts'

/** Lists the demo's mentors and those of the relevance set, or only those given, without the demo's story. @returns their ids */
export async function loadRelevanceMentors(
  { app }: TestApp,
  only?: readonly RelevanceMentor[],
): Promise<string[]> {
  const now = app.clock.now()
  const people = [
    ...(only ? [] : demoMentors).map((mentor) => ({ ...mentor, languages: [...mentor.languages] })),
    ...(only ?? relevanceMentors).map(({ name, ...mentor }, index) => ({
      ...mentor,
      firstName: name.split(' ')[0]!,
      lastName: name.split(' ').slice(1).join(' '),
      email: `relevance-${index}-${app.newId()}@example.test`,
      phone: '9000000000',
      shortBio: null,
      bio: mentor.bio ?? 'I have done this work for many years and like to explain it.',
      educationalQualification: 'B.Tech',
      hourlyRate: 1500,
      languages: ['English', 'Hindi'],
    })),
  ]
  const ids: string[] = []
  await app.db.transact(async (tx) => {
    for (const person of people) {
      const id = app.newId()
      ids.push(id)
      const { firstName, lastName, email, phone } = person
      await tx
        .insertInto('account')
        .values({ id, role: 'mentor', firstName, lastName, email, phone, isEmailVerified: true })
        .execute()
      await tx
        .insertInto('mentorProfile')
        .values({
          accountId: id,
          status: 'accepted',
          jobTitle: person.jobTitle,
          firmName: person.firmName,
          shortBio: person.shortBio,
          bio: person.bio,
          location: person.location,
          educationalQualification: person.educationalQualification,
          hourlyRate: person.hourlyRate,
          expertise: [...person.expertise],
          languages: person.languages,
          acceptedAt: now,
        })
        .execute()
      await app.searchIndex.refresh(tx, id)
    }
  })
  return ids
}
