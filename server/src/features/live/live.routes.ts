import { api } from '@marga/contract/api'
import { type BoundRoute, route } from '../../http/route.ts'
import type { LiveAccess } from './live-access.service.ts'
import type { LiveNotesService } from './live-notes.service.ts'

type Deps = { liveAccess: LiveAccess; liveNotes: LiveNotesService }

export const liveRoutes = ({ liveAccess, liveNotes }: Deps): BoundRoute[] => [
  route(api.live.verify, ({ actor, body }) => liveAccess.verify(actor, body.slotId)),
  route(api.live.notes, ({ actor, params }) => liveNotes.read(actor, params.slotId)),
  route(api.live.saveNotes, ({ actor, params, body }) => liveNotes.write(actor, params.slotId, body)),
]
