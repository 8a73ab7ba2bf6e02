import type { ListedMentee } from '@marga/contract/moderation'
import { Badge } from '../../../ui/badge.tsx'

type AccountStatusProps = { person: Pick<ListedMentee, 'isBlocked' | 'suspendedUntil'> }

export const AccountStatus = ({ person: { isBlocked, suspendedUntil } }: AccountStatusProps) => (
  <Badge tone={isBlocked ? 'danger' : 'positive'}>
    {suspendedUntil ? 'Suspended' : isBlocked ? 'Blocked' : 'Active'}
  </Badge>
)
