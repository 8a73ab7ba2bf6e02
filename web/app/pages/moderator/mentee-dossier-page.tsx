import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { menteeQuery } from '../../features/moderation/queries.ts'
import { Dossier } from './dossier.tsx'

export default function MenteeDossierPage() {
  const { menteeId = '' } = useParams()
  return <Dossier key={menteeId} of="mentee" query={useQuery(menteeQuery(menteeId))} />
}
