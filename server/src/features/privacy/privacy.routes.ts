import { api } from '@marga/contract/api'
import { type BoundRoute, route } from '../../http/route.ts'
import type { DataExport } from './data-export.service.ts'
import type { Erasure } from './erasure.service.ts'
import type { UserDossiers } from './user-dossier.service.ts'

type Deps = { erasure: Erasure; dataExport: DataExport; userDossiers: UserDossiers }

export const privacyRoutes = ({ erasure, dataExport, userDossiers }: Deps): BoundRoute[] => [
  ...(['mentee', 'mentor'] as const).flatMap((role) => {
    const endpoints = api.accountSettings[role]
    return [
      route(endpoints.export, ({ actor }) => dataExport.of(actor)),
      route(endpoints.deleteAccount, async ({ actor, body }) => {
        await erasure.erase(actor, body)
        return { message: 'Your account is deleted.' }
      }),
    ]
  }),
  route(api.moderation.mentee, async ({ params }) => ({
    mentee: await userDossiers.mentee(params.menteeId),
  })),
  route(api.moderation.mentor, async ({ params }) => ({
    mentor: await userDossiers.mentor(params.mentorId),
  })),
]
