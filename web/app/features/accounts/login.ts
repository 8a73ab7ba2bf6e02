import type { LoginForm } from '@marga/contract/accounts'
import { api } from '@marga/contract/api'
import type { Role } from '@marga/contract/roles'
import { sendRequest } from '../../lib/api-client.ts'
import type { StoredLogin } from '../../lib/auth-storage.ts'
import { paths } from '../../lib/paths.ts'
import { storeReturnPath } from '../../lib/return-path.ts'

/** The three login calls name their answers differently; this is the one place that knows. */
const logins = {
  async mentee(body: LoginForm): Promise<StoredLogin> {
    const { menteeId, menteeName, ...rest } = await sendRequest(api.accounts.loginMentee, { body })
    return { role: 'mentee', userId: menteeId, name: menteeName, ...rest }
  },
  async mentor(body: LoginForm): Promise<StoredLogin> {
    const response = await sendRequest(api.accounts.loginMentor, { body })
    return {
      role: 'mentor',
      userId: response.mentorId,
      name: response.mentorName,
      profileImageUrl: response.profileImageUrl,
      accessToken: response.mentorAccessToken,
      refreshToken: response.mentorRefreshToken,
    }
  },
  async moderator(body: LoginForm): Promise<StoredLogin> {
    const response = await sendRequest(api.accounts.loginModerator, { body })
    // Nothing else opens before.
    if (response.needsTwoStep) storeReturnPath('moderator', `${paths.moderator.settings.pattern}#two-step`)
    return {
      role: 'moderator',
      userId: response.moderatorId,
      name: response.moderatorName,
      profileImageUrl: null,
      accessToken: response.moderatorAccessToken,
      refreshToken: response.refreshToken,
    }
  },
} satisfies Record<Role, (body: LoginForm) => Promise<StoredLogin>>

/** Signs in as that role; stores nothing. */
export const logIn = (role: Role, form: LoginForm): Promise<StoredLogin> => logins[role](form)
