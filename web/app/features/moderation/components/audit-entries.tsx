import type { AuditEntry } from '@marga/contract/moderation'
import { Link } from 'react-router'
import { formatDate, formatTime } from '../../../lib/dates.ts'
import { dossierHref } from '../../../lib/dossier-href.ts'
import { paths } from '../../../lib/paths.ts'
import { actionText, hasSubject } from '../log-rules.ts'
import { fullName } from '../rules.ts'

/** What moderators did: who, what, to whom, when and why. */
export const AuditEntries = ({ entries }: { entries: readonly AuditEntry[] }) => (
  <ul className="grid grid-cols-1 divide-y divide-line">
    {entries.map((entry) => (
      <li key={entry._id} className="py-3.5 first:pt-0 last:pb-0">
        <p className="wrap-anywhere">
          <span className="font-semibold">{entry.moderatorName ?? 'A moderator whose account is gone'}</span>{' '}
          {actionText(entry.action)}{' '}
          {!hasSubject(entry.action) ? null : entry.about ? (
            <>
              <Link to={dossierHref(entry.about)} className="link">
                {fullName(entry.about)}
              </Link>
              {`, ${entry.about.role}`}
            </>
          ) : (
            'someone whose account is gone'
          )}
        </p>
        {entry.note ? (
          <p className="mt-1 max-w-prose text-sm whitespace-pre-line text-ink-soft wrap-anywhere">
            {entry.note}
          </p>
        ) : null}
        <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-ink-faint">
          <time dateTime={entry.createdAt}>
            {formatDate(entry.createdAt)}, {formatTime(entry.createdAt)}
          </time>
          {entry.ticketId ? (
            <Link to={paths.moderator.tickets.getHref({}, { ticket: entry.ticketId })} className="link">
              The ticket
            </Link>
          ) : null}
        </p>
      </li>
    ))}
  </ul>
)
