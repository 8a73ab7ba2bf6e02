import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { mentorQuery } from '../../features/moderation/queries.ts'
import { Dossier } from './dossier.tsx'

export default function MentorDossierPage() {
  const { mentorId = '' } = useParams()
  return <Dossier key={mentorId} of="mentor" query={useQuery(mentorQuery(mentorId))} />
}
