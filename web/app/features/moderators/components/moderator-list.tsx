import type { ListedModerator } from '@marga/contract/moderators'
import { formatDate } from '../../../lib/dates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'

type ModeratorListProps = { moderators: readonly ListedModerator[]; onLeave: () => void }

/** Everyone who moderates, with the way out at one's own name. */
export const ModeratorList = ({ moderators, onLeave }: ModeratorListProps) => (
  <ul className="grid grid-cols-1 divide-y divide-line">
    {moderators.map(({ _id, name, email, isTwoFactorOn, createdAt, isYou }) => (
      <li
        key={_id}
        className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0"
      >
        <div className="min-w-0 flex-1 basis-60">
          <p className="font-semibold wrap-anywhere">
            {name} {isYou ? <Badge tone="accent">You</Badge> : null}
          </p>
          <p className="text-sm text-ink-soft wrap-anywhere">{email}</p>
          <p className="text-sm text-ink-faint">
            Since {formatDate(createdAt)} · Two-step sign-in {isTwoFactorOn ? 'on' : 'off'}
          </p>
        </div>
        {isYou ? (
          <Button variant="secondary" size="sm" onClick={onLeave}>
            Stop moderating
          </Button>
        ) : null}
      </li>
    ))}
  </ul>
)
