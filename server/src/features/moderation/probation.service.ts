import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import { sweepEach } from '../../platform/sweep-each.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import { probationEndedMail } from './applicants.mails.ts'
import * as queries from './probation.queries.ts'
import { isProbationOver } from './probation.rules.ts'

type Deps = {
  db: Database
  log: Log
  mails: MailQueue
  notifications: Notifications
  publicUrl: () => string
}

/** Probation ends by itself; nobody has to remember it. */
export function createProbation(deps: Deps) {
  return {
    /** Safe to run twice, at the same time too: the row decides who tells of it. */
    async endDue() {
      const onProbation = await queries.findOnProbation(deps.db.query)
      await sweepEach(deps.log, onProbation.filter(isProbationOver), (mentor) => end(deps, mentor))
    },
  }
}

type OnProbation = Awaited<ReturnType<typeof queries.findOnProbation>>[number]

const end = ({ db, mails, notifications, publicUrl }: Deps, mentor: OnProbation) =>
  db.transact(async (tx) => {
    if (!(await queries.endProbation(tx, mentor.id, mentor.probationSince!))) return
    const path = '/mentors/profile'
    await notifications.notify(tx, mentor.id, {
      type: 'alert',
      content: 'Your probation is over. Thank you for your first sessions.',
      link: path,
    })
    await mails.add(tx, {
      to: mentor,
      kind: 'probation-ended',
      content: probationEndedMail(mentor.firstName, `${publicUrl()}${path}`),
    })
  })
