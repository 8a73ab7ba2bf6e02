import type { LoginForm } from '@marga/contract/accounts'
import { api } from '@marga/contract/api'
import type { Role } from '@marga/contract/roles'
import { call } from '../../lib/api-client.ts'
import { paths } from '../../lib/paths.ts'
import { rememberReturn } from '../../lib/return-address.ts'
import type { StoredLogin } from '../../lib/stored-logins.ts'

/** The three login calls name their answers differently; this is the one place that knows. */
const logins = {
  async mentee(body: LoginForm): Promise<StoredLogin> {
    const { menteeId, menteeName, ...rest } = await call(api.accounts.loginMentee, { body })
    return { role: 'mentee', userId: menteeId, name: menteeName, ...rest }
  },
  async mentor(body: LoginForm): Promise<StoredLogin> {
    const answer = await call(api.accounts.loginMentor, { body })
    return {
      role: 'mentor',
      userId: answer.mentorId,
      name: answer.mentorName,
      profileImageUrl: answer.profileImageUrl,
      accessToken: answer.mentorAccessToken,
      refreshToken: answer.mentorRefreshToken,
    }
  },
  async moderator(body: LoginForm): Promise<StoredLogin> {
    const answer = await call(api.accounts.loginModerator, { body })
    // Nothing else opens before.
    if (answer.needsTwoStep) rememberReturn('moderator', `${paths.moderator.settings.pattern}#two-step`)
    return {
      role: 'moderator',
      userId: answer.moderatorId,
      name: answer.moderatorName,
      profileImageUrl: null,
      accessToken: answer.moderatorAccessToken,
      refreshToken: answer.refreshToken,
    }
  },
} satisfies Record<Role, (body: LoginForm) => Promise<StoredLogin>>

/** Signs in as that role; stores nothing. */
export const logIn = (role: Role, form: LoginForm): Promise<StoredLogin> => logins[role](form)
