import { texts } from '@marga/contract/texts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { ImageUpload } from '../../components/image-upload.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { AboutCard } from '../../features/mentor-profile/components/about-card.tsx'
import { SkillsEditor } from '../../features/mentor-profile/components/skills-editor.tsx'
import {
  useAddSkill,
  useChangeMentorImage,
  useEditProfile,
  useRemoveSkill,
} from '../../features/mentor-profile/mutations.ts'
import { ownProfileQuery } from '../../features/mentor-profile/queries.ts'
import { EmailState } from '../../features/settings/components/email-state.tsx'
import { formatDate } from '../../lib/dates.ts'
import { requireLogin, useLogin } from '../../lib/guards.ts'
import { useInstallation } from '../../lib/installation.ts'
import { paths } from '../../lib/paths.ts'
import { queryClient } from '../../lib/query-client.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const PriceForm = lazy(async () => ({
  default: (await import('../../features/mentor-profile/components/price-form.tsx')).PriceForm,
}))
const OwnReviews = lazy(async () => ({
  default: (await import('../../features/reviews/components/own-reviews.tsx')).OwnReviews,
}))

export async function clientLoader() {
  await queryClient.ensureQueryData(ownProfileQuery(requireLogin('mentor').userId))
}

export default function MentorProfilePage() {
  const { userId } = useLogin('mentor')
  const { data: profile } = useSuspenseQuery(ownProfileQuery(userId))
  const { upload } = useInstallation().config
  const editProfile = useEditProfile(userId)
  const imageUpload = useChangeMentorImage(userId, upload)
  const addSkill = useAddSkill(userId)
  const removeSkill = useRemoveSkill(userId)
  const name = `${profile.firstName} ${profile.lastName}`
  return (
    <>
      <PageTitle>Profile</PageTitle>
      <div className="grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <Card className="grid justify-items-center gap-4 text-center lg:sticky lg:top-20">
          <ImageUpload
            src={profile.profileImageUrl}
            name={name}
            onUpload={(file, onProgress) => imageUpload.mutateAsync({ file, onProgress })}
          />
          <div>
            <h1 className="text-2xl">{name}</h1>
            <p className="text-ink-soft">{texts.titleAtFirm(profile.jobTitle, profile.firmName)}</p>
            <p className="mt-1 text-sm text-ink-faint">Mentor since {formatDate(profile.memberSince)}</p>
          </div>
          <EmailState of="mentor" email={profile.email} isVerified={profile.isEmailVerified} isCentered />
          <Link
            to={paths.browse.profile.getHref({ mentorId: userId })}
            className={buttonStyle({ variant: 'secondary', size: 'sm' })}
          >
            Preview my profile
          </Link>
        </Card>
        <div className="grid min-w-0 gap-6">
          <AboutCard profile={profile} onSave={editProfile.mutateAsync} />
          <SkillsEditor
            skills={profile.expertise}
            isAdding={addSkill.isPending}
            removing={removeSkill.isPending ? removeSkill.variables : undefined}
            onAdd={(skill, onDone) => addSkill.mutate(skill, { onSuccess: onDone })}
            onRemove={removeSkill.mutate}
          />
          <Suspense fallback={<Skeleton className="h-72" />}>
            <PriceForm
              key={`${profile.hourlyRate}-${profile.monthlyFee}`}
              profile={profile}
              onSave={editProfile.mutateAsync}
            />
          </Suspense>
          <Suspense fallback={<Skeleton className="h-40" />}>
            <OwnReviews mentorId={userId} mentorFirstName={profile.firstName} />
          </Suspense>
        </div>
      </div>
    </>
  )
}
