import { useParams } from 'react-router'
import { Dossier } from './dossier.tsx'

export default function MenteeDossierPage() {
  const { menteeId = '' } = useParams()
  return <Dossier key={menteeId} of="mentee" id={menteeId} />
}
