import type { App } from '../compose.ts'
import type { Tx } from '../platform/db/database.ts'
import { communityUnread, demoCommunity } from './data/community.ts'
import { demoMenteeKey } from './data/mentees.ts'
import { demoMentorKey } from './data/mentors.ts'
import type { DemoPeople } from './demo-ids.ts'
import { demoTime } from './demo-times.ts'

/** The demo mentor's room, in which her mentees talk to each other. */
export async function loadDemoCommunity(app: App, tx: Tx, { mentorIds, menteeIds }: DemoPeople) {
  const mentorId = mentorIds.get(demoMentorKey)!
  const last = demoCommunity.length
  await tx.insertInto('communityRoom').values({ mentorId, lastSeq: last }).execute()
  await tx
    .insertInto('communityMessage')
    .values(
      demoCommunity.map(({ by, at, text }, index) => ({
        id: app.newId(),
        mentorId,
        seq: index + 1,
        senderId: by === demoMentorKey ? mentorId : menteeIds.get(by)!,
        senderType: by === demoMentorKey ? ('mentor' as const) : ('mentee' as const),
        body: text,
        createdAt: demoTime(app.clock.now(), at),
      })),
    )
    .execute()
  await tx
    .insertInto('communityRead')
    .values([
      { mentorId, accountId: mentorId, seq: last },
      { mentorId, accountId: menteeIds.get(demoMenteeKey)!, seq: last - communityUnread },
    ])
    .execute()
}
