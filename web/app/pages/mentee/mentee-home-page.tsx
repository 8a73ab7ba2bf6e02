import { useLogin } from '../../lib/guards.ts'
import { PageHeader } from '../../ui/page-header.tsx'

export default function MenteeHomePage() {
  const { name } = useLogin('mentee')
  return (
    <>
      <title>Welcome</title>
      <PageHeader title={`Welcome, ${name}`} />
    </>
  )
}
