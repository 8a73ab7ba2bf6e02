import type { Role } from '@marga/contract/roles'

const ending = new Set<Role>()

/**
 * For what a person does that ends their own sessions, such as deleting the account: the server may refuse the login
 * before it has answered, which is no reason to send them to the sign-in. What follows the act takes the login away.
 */
export async function whileEndingSession<T>(role: Role, act: () => Promise<T>): Promise<T> {
  ending.add(role)
  try {
    return await act()
  } catch (error) {
    ending.delete(role)
    throw error
  }
}

export const isEndingSession = (role: Role): boolean => ending.has(role)
