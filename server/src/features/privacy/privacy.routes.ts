import { api } from '@marga/contract/api'
import { type BoundRoute, route } from '../../http/route.ts'
import type { DataExport } from './data-export.service.ts'
import type { Erasure } from './erasure.service.ts'

type Deps = { erasure: Erasure; dataExport: DataExport }

export const privacyRoutes = ({ erasure, dataExport }: Deps): BoundRoute[] => [
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
]
