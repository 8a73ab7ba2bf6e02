import type { Caches } from './caches.ts'
import type { Revocations } from './features/accounts/revocations.service.ts'
import { type CommunityMembers, communityMembersChannel } from './features/chat/community-members.service.ts'
import { changeOf } from './features/search/mentor-changes.rules.ts'
import { searchChangedChannel, searchTermsChannel } from './features/search/search-index.queries.ts'
import type { SearchVocabulary } from './features/search/search-vocabulary.service.ts'
import type { Core } from './platform/core.ts'
import { startNotifyListener } from './platform/db/notify-listener.ts'
import { clockMovedChannel } from './platform/product-clock.ts'

type Deps = Pick<Core, 'db' | 'clock' | 'log'> & {
  databaseUrl: string
  caches: Caches
  revocations: Revocations
  vocabulary: SearchVocabulary
  communityMembers: CommunityMembers
}

/** Brings what this process keeps in memory in line with what other processes change, as PostgreSQL tells it. */
export function followOtherProcesses(deps: Deps) {
  const { db, clock, log, databaseUrl, caches, revocations, vocabulary, communityMembers } = deps
  return startNotifyListener({
    url: databaseUrl,
    log,
    handlers: {
      session_revoked: revocations.add,
      [searchChangedChannel]: (payload) => caches.evict(changeOf(payload)),
      [searchTermsChannel]: (payload) => vocabulary.onNotify(payload),
      [communityMembersChannel]: communityMembers.changed,
      [clockMovedChannel]: () =>
        void clock.load(db).catch((err) => log.warn({ err }, 'the clock could not be read')),
    },
    async onConnected() {
      await clock.load(db)
      vocabulary.forget()
      caches.evict()
      await revocations.catchUp()
      await communityMembers.refreshAll()
    },
  })
}
