import { api } from '@marga/contract/api'
import { outboxOf } from './outbox.ts'
import { ok, type TestPerson, testPassword } from './people.ts'
import { connectSocket } from './sockets.ts'
import { signIn } from './surfaces.ts'
import type { TestApp } from './test-app.ts'

/** What a mentee pays names whom they pay, all of them: it says nothing about who complained. */
const isOfMoney = (text: string) =>
  /^(Refund: ₹|₹[\d,]+ for mentoring with .* is being refunded|Your subscriptions will no longer renew)/.test(
    text,
  )

/** Everything that somebody gets from now on. */
export async function watchAccused(test: TestApp, address: string, accused: TestPerson) {
  const socket = await connectSocket(address, accused)
  const before = {
    mails: (await outboxOf(test, accused.email)).length,
    notifications: (await notificationsOf(test, accused)).length,
    export: leavesOf(await exportOf(test, accused)),
  }
  const newMails = async () => {
    const all = await outboxOf(test, accused.email)
    return all.slice(0, all.length - before.mails)
  }

  return {
    /** Of the newest mail that has one. */
    async appealToken() {
      const links = (await newMails()).map(({ text }) => /\/appeal\?token=([\w-]+)/.exec(text)?.[1])
      return links.find((token) => token !== undefined)
    },

    async told() {
      const token = await this.appealToken()
      const login = accused.role === 'mentee' ? api.accounts.loginMentee : api.accounts.loginMentor
      const body = { email: accused.email, password: testPassword }
      const signedIn = await test.call(login, { body })
      return {
        mails: (await newMails()).filter(({ subject }) => !isOfMoney(subject)),
        notifications: (await notificationsOf(test, accused))
          .slice(before.notifications)
          .filter(({ content }) => !isOfMoney(content)),
        // Who of those that they know is there is said to everyone who comes, whatever happens.
        events: socket.events.filter(
          ({ name, payload }) =>
            name !== 'connected' && name !== 'presence' && !isOfMoney(String(payload.content)),
        ),
        appeal: token ? ok(await test.call(api.appeals.read, { body: { token } })) : null,
        refusal: signedIn.status < 300 ? null : signedIn.body,
      }
    },

    /** What stands in their export now and did not before, each as often as it is more; what `told` holds is not repeated. */
    async newInExport() {
      const left = [...before.export]
      const { mails: _, notifications: __, ...kept } = await exportOf(test, await signIn(test, accused))
      return leavesOf(kept).filter((leaf) => {
        const place = left.indexOf(leaf)
        if (place >= 0) left.splice(place, 1)
        return place < 0
      })
    },

    async ownTickets() {
      const now = await signIn(test, accused)
      const own =
        now.role === 'mentee'
          ? await test.call(api.tickets.ofMentee, { params: { menteeId: now.id } }, now)
          : await test.call(api.tickets.ofMentor, { params: { mentorId: now.id } }, now)
      return leavesOf(ok(own))
    },
  }
}
export type AccusedWatch = Awaited<ReturnType<typeof watchAccused>>

const exportOf = async (test: TestApp, person: TestPerson) =>
  ok(await test.call(api.accountSettings[person.role as 'mentee'].export, {}, person))

/** Oldest first, from the database: who is shut out cannot ask for them. */
const notificationsOf = (test: TestApp, { id }: TestPerson) =>
  test.app.db.query
    .selectFrom('notification')
    .selectAll()
    .where('accountId', '=', id)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** Every value in it, as text behind where it stands; places in a list are all the same. */
export function leavesOf(value: unknown, path = ''): string[] {
  if (value === null || value === undefined) return []
  if (typeof value !== 'object' || value instanceof Date) return [`${path} = ${String(value)}`]
  return Array.isArray(value)
    ? value.flatMap((of) => leavesOf(of, `${path}[]`))
    : Object.entries(value).flatMap(([key, of]) => leavesOf(of, `${path}.${key}`))
}
