import { api } from '@marga/contract/api'
import { type BoundRoute, route } from '../../http/route.ts'
import type { ResponseFigures } from './response-figures.service.ts'

export const responseTimeRoutes = ({
  responseFigures,
}: {
  responseFigures: ResponseFigures
}): BoundRoute[] => [route(api.responseTimes.own, ({ actor }) => responseFigures.ofOwn(actor.id))]
