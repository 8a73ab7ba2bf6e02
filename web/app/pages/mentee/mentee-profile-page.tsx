import { useSuspenseQuery } from '@tanstack/react-query'
import { ImageUpload } from '../../components/image-upload.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { MenteeCard } from '../../features/mentee-profile/components/mentee-card.tsx'
import { useChangeMenteeImage, useEditMentee } from '../../features/mentee-profile/mutations.ts'
import { menteeProfileQuery } from '../../features/mentee-profile/queries.ts'
import { EmailState } from '../../features/settings/components/email-state.tsx'
import { formatDate } from '../../lib/dates.ts'
import { requireLogin, useLogin } from '../../lib/guards.ts'
import { useInstallation } from '../../lib/installation.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Card } from '../../ui/card.tsx'

export async function clientLoader() {
  await queryClient.ensureQueryData(menteeProfileQuery(requireLogin('mentee').userId))
}

export default function MenteeProfilePage() {
  const { userId } = useLogin('mentee')
  const { data: profile } = useSuspenseQuery(menteeProfileQuery(userId))
  const { upload } = useInstallation().config
  const edit = useEditMentee(userId)
  const imageUpload = useChangeMenteeImage(userId, upload)
  const name = `${profile.firstName} ${profile.lastName}`
  return (
    <>
      <PageTitle>Your profile</PageTitle>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <Card className="grid grid-cols-1 justify-items-center gap-4 text-center lg:sticky lg:top-20">
          <ImageUpload
            src={profile.profileImageUrl}
            name={name}
            onUpload={(file, onProgress) => imageUpload.mutateAsync({ file, onProgress })}
          />
          <div className="min-w-0">
            <h1 className="text-2xl wrap-anywhere">{name}</h1>
            <p className="mt-1 text-sm text-ink-faint">Member since {formatDate(profile.createdAt)}</p>
          </div>
          <EmailState of="mentee" email={profile.email} isVerified={profile.isEmailVerified} isCentered />
        </Card>
        <MenteeCard profile={profile} onSave={edit.mutateAsync} />
      </div>
    </>
  )
}
