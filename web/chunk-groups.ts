import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Names of modules by their folder, without the ending. */
type Modules = Record<string, string>

/**
 * What comes in one file of the browser's, since the same pages load it. By itself the bundler makes a file of whatever
 * has the same importers, eighty and more for a page of a member; each is a request, and compresses by itself.
 * The first that names a module has it, and with it whatever that module needs and no earlier one has: so what others
 * need stands first, and a file is heavier than it looks here. `npm run build` says what each page weighs.
 */
const groups: Record<string, { packages?: RegExp; modules?: Modules; icons?: string }> = {
  // Every page.
  framework: { packages: /node_modules\/(?:react|react-dom|react-router|scheduler)\// },
  // The public layout and most pages share it. Nothing that loads zod, radix or the API client.
  site: {
    packages: /node_modules\/(?:clsx|class-variance-authority)\//,
    icons: 'check',
    modules: {
      'app/components':
        'account-menu answer-time chip json-ld popover logo mentor-card page-meta prompt-badge rating-line routing-error search-box site-footer site-header social-icon splash stars theme-button',
      'app/lib':
        'account-deleted-notice answer-times dates guards installation nonce paths pluralize profile-href return-path auth-storage browser-storage theme theme-script use-hydrated use-time-zone',
      'app/ui': 'avatar badge button-style cn draw-icon input image-sizes lazy-with-prefetch spinner',
      'contract/src': 'digit-groups limits prices prompt-answers roles texts wall-clock',
    },
  },
  // Every page with a form or behind a sign-in.
  'api-client': {
    packages: /virtual:calls\/everyone/,
    icons: 'circle-check',
    modules: { 'app/lib': 'api-client error-messages unsaved use-return-to-page' },
  },
  // Everything behind a sign-in, calls too.
  queries: {
    packages: /node_modules\/@tanstack\//,
    icons: 'message-circle',
    modules: { 'app/lib': 'query-client query-keys use-connection socket use-leave-when-signed-out' },
  },
  // Lists and what stands where they are empty.
  lists: {
    icons: 'circle-exclamation-point',
    modules: { 'app/ui': 'card count-badge empty-state load-more page-header select skeleton' },
  },
  toasts: { packages: /node_modules\/sonner\//, modules: { 'app/ui': 'toaster' } },
  // The frame of every signed-in area.
  area: {
    icons: 'bell house sparkle',
    modules: {
      'app/components': 'area-shell connection-badge',
      'app/lib': 'relative-dates use-noticed-queries',
      'app/lib/offline': 'heard-at',
      'app/ui': 'controlled-popover dropdown-menu',
      'app/features/accounts': 'sign-out',
      'app/features/notifications': 'mutations rules',
      'app/features/notifications/components': 'notification-bell',
      'app/features/notifications/hooks': 'use-notifications-live',
      'app/pages/member': 'use-background-work',
    },
  },
  // Mentees and mentors: their conversations, which a call has too, and then the rest of their areas.
  chat: {
    modules: {
      'app/lib/messaging': 'outbox',
      'app/features/chat': 'chat-api conversation-rules outboxes queries',
      'app/features/chat/hooks': 'use-chat-live',
    },
  },
  member: {
    icons: 'calendar-days messages-square',
    modules: {
      'app/lib': 'use-catch-up-queries',
      'app/lib/slots': 'slot-events slot-keys',
      'app/features/chat/hooks': 'use-unread',
      'app/features/community': 'unread-queries',
      'app/features/community/components': 'community-badge',
      'app/pages/member': 'member-area',
    },
  },
  // Mentors' pages have it as well, which do not load what only moderators call.
  'zoned-time': { modules: { 'contract/src': 'zoned-time' } },
  moderator: {
    packages: /virtual:calls\/moderators/,
    icons: 'user-round-check',
    modules: {
      'app/lib': 'use-two-step-required',
      'app/features/cases': 'queries queue-rules realtime',
      'app/features/moderation': 'queries',
    },
  },
  // Wherever one looks for a mentor.
  'mentor-search': {
    icons: 'search-x sliders-horizontal',
    modules: {
      'app/components': 'mentor-card-skeleton',
      'app/features/search': 'rules',
      'app/features/search/components': 'search-toolbar',
    },
  },
}

const alternatives = (names: string) => names.split(' ').join('|')

const lucideIcons = 'lucide-react/dist/esm/icons'

/** For `codeSplitting` of the bundler: which modules go into which file. */
export const chunkGroups = Object.entries(groups).map(([name, { packages, modules = {}, icons }]) => {
  const patterns = packages ? [packages] : []
  for (const [folder, names] of Object.entries(modules)) {
    refuseMissing(folder, names)
    patterns.push(new RegExp(`/${folder}/(?:${alternatives(names)})\\.tsx?$`))
  }
  if (icons) patterns.push(new RegExp(`/${lucideIcons}/(?:${alternatives(icons)})\\.mjs$`))
  return { name, test: (id: string) => patterns.some((pattern) => pattern.test(id.replaceAll('\\', '/'))) }
})

/** One that was renamed would leave its group without a word. */
function refuseMissing(folder: string, names: string): void {
  const parent = join(import.meta.dirname, folder.startsWith('app/') ? '.' : '..', folder)
  for (const name of names.split(' '))
    if (!['.ts', '.tsx'].some((ending) => existsSync(join(parent, name + ending))))
      throw new Error(`web/chunk-groups.ts names ${folder}/${name}, which is not there`)
}
