import { setImmediate } from 'node:timers/promises'
import type { Db } from '../db/database.ts'
import { classOf } from './mail-kinds.ts'
import { findWrittenTo, type WrittenRow } from './mail-queue.queries.ts'
import { type MailContent, type MailFrame, textOf } from './render.ts'

type Frame = Omit<MailFrame, 'unsubscribeUrl'>

/** What was written to somebody lately, newest first, as they may take it away. */
export const listWrittenTo = async (db: Db, accountId: string, frame: Frame) =>
  putIntoWords(await findWrittenTo(db, accountId), frame)

/** What is put into words before others are answered. */
export const atOnce = 100

/**
 * Without what somebody else could act by, who got hold of the file; the words alone, which cost a hundredth of the
 * HTML.
 */
export async function putIntoWords(rows: readonly WrittenRow[], frame: Frame) {
  const listed: ReturnType<typeof asTaken>[] = []
  for (let from = 0; from < rows.length; from += atOnce) {
    for (const row of rows.slice(from, from + atOnce)) listed.push(asTaken(row, frame))
    await setImmediate()
  }
  return listed
}

function asTaken(row: WrittenRow, frame: Frame) {
  const { kind, subject, createdAt, sentAt, unsubscribeUrl } = row
  const said = { kind, createdAt, sentAt }
  if (classOf(kind) === 'proof') return { ...said, subject: leftOut, text: leftOut }
  const text = row.content ? textOf(row.content as MailContent, frame) : row.text!
  const shown = text.replaceAll(word, withoutToken)
  return { ...said, subject, text: unsubscribeUrl ? shown.replaceAll(unsubscribeUrl, '') : shown }
}

/** An appeal, say, is filed by whoever has its link. Word by word: a pattern with both ends open takes the square of a long one. */
const word = /\S+/g
const withoutToken = (said: string) => (/.[?&]token=./.test(said) ? linkLeftOut : said)
const linkLeftOut = '(left out: a link that proves something to us)'
const leftOut = 'Left out: it held a code or a link that proves something to us.'
