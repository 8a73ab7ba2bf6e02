import { useLogin } from '../../lib/guards.ts'
import { PageHeader } from '../../ui/page-header.tsx'

export default function MentorHomePage() {
  const { name } = useLogin('mentor')
  return (
    <>
      <title>Dashboard</title>
      <PageHeader title={`Welcome, ${name}`} />
    </>
  )
}
