import { Video } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../../ui/empty-state.tsx'

type LiveNoticeProps = { title: string; children: ReactNode; action?: ReactNode }

/** The page where there is no room to show: why, and what to do. */
export const LiveNotice = ({ title, children, action }: LiveNoticeProps) => (
  <div className="page max-w-2xl! py-16">
    <EmptyState icon={Video} title={title} action={action}>
      {children}
    </EmptyState>
  </div>
)
