import { api } from '@marga/contract/api'
import type { Role } from '@marga/contract/roles'
import { type BoundRoute, type Caller, respond, route } from '../../http/route.ts'
import { unauthenticated } from '../../platform/access-tokens.ts'
import { fullName } from './accounts.presenter.ts'
import type { Accounts } from './accounts.service.ts'
import type { LoginSessions } from './login-sessions.service.ts'

type Deps = { accounts: Accounts; loginSessions: LoginSessions }

export function accountRoutes({ accounts, loginSessions }: Deps): BoundRoute[] {
  async function logout(caller: Caller, refreshToken: string | undefined) {
    const ended = await loginSessions.end({ bearer: caller.bearer, refreshToken })
    if (!ended) throw unauthenticated()
    return { message: 'You are signed out.' }
  }
  const refresh = (role: Role, token: string) => loginSessions.refresh(role, token)

  return [
    route(api.accounts.loginMentee, async ({ body, caller }) => {
      const { account, tokens, trustedDevice } = await accounts.login('mentee', body, caller)
      const login = {
        menteeId: account.id,
        menteeName: fullName(account),
        profileImageUrl: account.profileImageUrl,
        ...tokens,
      }
      return respond(200, login, trustedDevice)
    }),
    route(api.accounts.loginMentor, async ({ body, caller }) => {
      const { account, tokens, trustedDevice } = await accounts.login('mentor', body, caller)
      const login = {
        mentorId: account.id,
        mentorName: fullName(account),
        profileImageUrl: account.profileImageUrl,
        mentorAccessToken: tokens.accessToken,
        mentorRefreshToken: tokens.refreshToken,
      }
      return respond(200, login, trustedDevice)
    }),
    route(api.accounts.loginModerator, async ({ body, caller }) => {
      const { account, tokens, trustedDevice, needsTwoStep } = await accounts.login('moderator', body, caller)
      const login = {
        moderatorId: account.id,
        moderatorName: fullName(account),
        moderatorAccessToken: tokens.accessToken,
        refreshToken: tokens.refreshToken,
        needsTwoStep,
      }
      return respond(200, login, trustedDevice)
    }),
    route(api.accounts.registerMentee, async ({ body, caller }) => ({
      message: 'Your account has been successfully created.',
      data: { menteeId: (await accounts.registerMentee(body, caller)).id },
    })),
    route(api.accounts.logoutMentee, ({ body, caller }) => logout(caller, body.refreshToken)),
    route(api.accounts.logoutMentor, ({ body, caller }) => logout(caller, body.refreshToken)),
    route(api.accounts.logoutModerator, ({ body, caller }) => logout(caller, body.refreshToken)),
    route(api.accounts.regenerateMentee, ({ body }) => refresh('mentee', body.refreshToken)),
    route(api.accounts.regenerateMentor, ({ body }) => refresh('mentor', body.refreshToken)),
    route(api.accounts.regenerateModerator, ({ body }) => refresh('moderator', body.refreshToken)),
  ]
}
