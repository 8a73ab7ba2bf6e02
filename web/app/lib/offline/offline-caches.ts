import type { MemberRole } from '@marga/contract/roles'
import { paths } from '../paths.ts'

/** Whose pages are readable offline. */
export type CacheOwner = { role: MemberRole; userId: string }

/** The files and pages of a release, which are the same for everybody. */
export const releaseCacheName = (release: string): string => `marga.release.${release}`

/** What one account has read; another release may not know how to show it. */
export const accountCacheName = (release: string, { role, userId }: CacheOwner): string =>
  `marga.account.${release}.${role}.${userId}`

/** Asks the worker to keep what the pages of a role need. `release` is that of the page which asks. */
export type PrecacheMessage = { type: 'precache'; role: MemberRole; release: string }

export const isPrecacheMessage = (data: unknown): data is PrecacheMessage =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'precache'

/** The pages that open offline: the inbox first. */
export const shellPaths = {
  mentee: [paths.mentees.inbox.getHref(), paths.mentees.bookedSlots.getHref()],
  mentor: [paths.mentors.inbox.getHref(), paths.mentors.scheduler.getHref()],
} as const satisfies Record<MemberRole, readonly string[]>

const allShellPaths = Object.values(shellPaths).flat()
const withoutSlash = (pathname: string) => pathname.replace(/(?<=.)\/$/, '')

/** The page under which an address is kept: the inbox for each of its conversations. */
export function shellPathOf(pathname: string): string | undefined {
  const asked = withoutSlash(pathname)
  return allShellPaths.find(
    (path) => asked === path || (path.endsWith('/inbox') && asked.startsWith(`${path}/`)),
  )
}

/** Where React Router asks which routes lie at some addresses and above them. */
export const discoveryPath = '/__manifest'

/** An address and those above it. */
function withParents(path: string): string[] {
  const parts = path.split('/').slice(1)
  return ['/', ...parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)]
}
const discoverable = (role: MemberRole) => [...new Set(shellPaths[role].flatMap(withParents))].sort()

/** What is asked about the pages of a role that open offline. */
export const discoveryAddressOf = (role: MemberRole, release: string): string =>
  `${discoveryPath}?${new URLSearchParams({ paths: discoverable(role).join(','), version: release })}`

/** Whose held answer tells everything about the asked addresses, whatever their order. */
export function discoveredBy(paths: readonly string[]): MemberRole | undefined {
  return (['mentee', 'mentor'] as const).find((role) =>
    paths.every((path) => discoverable(role).includes(shellPathOf(path) ?? withoutSlash(path))),
  )
}

/** Where an address that begins a visit leads offline: the inboxes that may be kept, in their order. */
export function offlineStartsOf(pathname: string): readonly string[] {
  const asked = withoutSlash(pathname)
  if (asked === paths.mentees.home.getHref()) return [shellPaths.mentee[0]]
  if (asked === paths.mentors.home.getHref()) return [shellPaths.mentor[0]]
  return asked === paths.home.getHref() ? [shellPaths.mentee[0], shellPaths.mentor[0]] : []
}
