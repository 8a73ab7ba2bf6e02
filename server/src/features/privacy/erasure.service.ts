import type { Member } from '../../platform/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import type { PersonalData } from '../../platform/personal-data.ts'
import type { LoginSessions } from '../accounts/login-sessions.service.ts'
import type { OwnPassword, OwnProof } from '../accounts/own-password.service.ts'
import { lockAccount } from './erasure.queries.ts'

type Deps = {
  db: Database
  ownPassword: OwnPassword
  loginSessions: LoginSessions
  personalData: readonly PersonalData[]
}

/** Erases a person: each feature ends and removes what it holds, in one transaction. */
export function createErasure({ db, ownPassword, loginSessions, personalData }: Deps) {
  return {
    /** @throws AppError wrong_password, rate_limited */
    async erase(person: Member, proof: OwnProof) {
      await ownPassword.proveOwnPassword(person.id, proof)
      await db.transact(async (tx) => {
        await lockAccount(tx, person.id)
        await loginSessions.endAll(tx, person.id)
        for (const { erase } of personalData) await erase(tx, person)
      })
    },
  }
}
export type Erasure = ReturnType<typeof createErasure>
