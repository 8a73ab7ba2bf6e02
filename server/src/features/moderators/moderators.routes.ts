import { api } from '@marga/contract/api'
import { type BoundRoute, route } from '../../http/route.ts'
import type { Invitations } from './invitations.service.ts'
import type { Leaving } from './leaving.service.ts'

type Deps = { invitations: Invitations; leaving: Leaving }

export const moderatorRoutes = ({ invitations, leaving }: Deps): BoundRoute[] => [
  route(api.moderators.list, ({ actor }) => invitations.list(actor)),
  route(api.moderators.invite, async ({ actor, body }) => ({
    data: await invitations.invite(actor, body.email),
  })),
  route(api.moderators.withdrawInvitation, async ({ actor, params }) => {
    await invitations.withdraw(actor, params.id)
    return { message: 'The invitation is withdrawn.' }
  }),
  route(api.moderators.readInvitation, ({ body }) => invitations.read(body.token)),
  route(api.moderators.acceptInvitation, async ({ body }) => {
    await invitations.accept(body)
    return { message: 'Welcome. Sign in with your email and password.' }
  }),
  route(api.moderators.leave, async ({ actor, body }) => {
    await leaving.leave(actor, body.password)
    return { message: 'You are no longer a moderator.' }
  }),
]
