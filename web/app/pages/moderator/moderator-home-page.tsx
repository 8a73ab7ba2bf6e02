import { useLogin } from '../../lib/guards.ts'
import { PageHeader } from '../../ui/page-header.tsx'

export default function ModeratorHomePage() {
  const { name } = useLogin('moderator')
  return (
    <>
      <title>Home</title>
      <PageHeader title={`Welcome, ${name}`} />
    </>
  )
}
