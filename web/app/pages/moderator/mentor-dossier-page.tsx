import { useParams } from 'react-router'
import { Dossier } from './dossier.tsx'

export default function MentorDossierPage() {
  const { mentorId = '' } = useParams()
  return <Dossier key={mentorId} of="mentor" id={mentorId} />
}
