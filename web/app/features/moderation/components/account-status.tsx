import { Badge } from '../../../ui/badge.tsx'

export const AccountStatus = ({ isBlocked }: { isBlocked: boolean }) => (
  <Badge tone={isBlocked ? 'danger' : 'positive'}>{isBlocked ? 'Blocked' : 'Active'}</Badge>
)
