import { sql } from 'kysely'
import { after, type Clock, hoursMs } from '../clock.ts'
import type { Tx } from '../db/database.ts'
import { classOf, mailKinds } from './mail-kinds.ts'

/** `factor` multiplies the caps, as it does every limit. */
type Deps = { clock: Clock; factor: number }

/**
 * Of a kind, to one recipient and account, in any hour: whoever registers with somebody's address uses nothing of theirs
 * up. What is beyond it waits for a digest; proofs and the like are not sent.
 */
export const mailsAnHour = { service: 6, other: 10 }

/**
 * Keeps a mailbox from being flooded with our name on it, whatever makes us write: each mail is counted once,
 * when it is about to go out, by one statement under a lock of the recipient's kind, so that senders in all
 * processes count the same. Business transactions never wait for it.
 */
export function createMailCaps({ clock, factor }: Deps) {
  const caps = {
    service: Math.ceil(mailsAnHour.service * factor),
    other: Math.ceil(mailsAnHour.other * factor),
  }
  const services = Object.keys(mailKinds).filter((kind) => classOf(kind) === 'service')

  /** In one order, so that two jobs with the same recipients do not wait for each other in a circle. */
  const lock = (tx: Tx, mailIds: readonly string[]) =>
    sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended('mail ' || counted || ' ' || recipient, 0) as key
      from mail cross join lateral (values (kind), ('about ' || about)) as counting(counted)
      where id = any(${mailIds}::uuid[]) and allowed_at is null and held_at is null and counted is not null
      order by 1) as keys`.execute(tx)

  return {
    /**
     * Lets through what is within the cap, holds back what is beyond, and counts nothing twice. What follows about the
     * same waits with what is held: else a digest would say "Booked" after a mail that said "Cancelled".
     */
    async admit(tx: Tx, mailIds: readonly string[]) {
      await lock(tx, mailIds)
      const now = clock.now()
      await sql`
          with asked as (
            select id, recipient, account_id, kind, about, created_at, kind = any(${services}::text[]) as waits,
              row_number() over (partition by recipient, account_id, kind order by created_at, id) as place
            from mail
            where id = any(${mailIds}::uuid[]) and allowed_at is null and held_at is null
              and sent_at is null and failed_at is null),
          used as (
            select recipient, account_id, kind, (
              select count(*) from mail as other
              where other.recipient = each.recipient and other.kind = each.kind
                and other.account_id is not distinct from each.account_id
                and other.allowed_at > ${after(now, -hoursMs(1))}) as count
            from (select distinct recipient, account_id, kind from asked) as each),
          counted as (
            select asked.*, place + count
              <= case when waits then ${caps.service}::int else ${caps.other}::int end as is_within
            from asked join used on used.recipient = asked.recipient and used.kind = asked.kind
              and used.account_id is not distinct from asked.account_id),
          decided as (
            select id, waits, is_within and not (waits and about is not null and (
              coalesce(bool_or(waits and not is_within) over (
                partition by recipient, account_id, about order by created_at, id
                rows between unbounded preceding and 1 preceding), false)
              or ${isHeldAboutTheSame})) as is_within
            from counted)
          update mail set
            allowed_at = case when is_within then ${now}::timestamptz(3) end,
            held_at = case when not is_within and waits then ${now}::timestamptz(3) end,
            failed_at = case when not is_within and not waits then ${now}::timestamptz(3) end,
            failure = case when not is_within and not waits then 'More of this kind than a mailbox gets in an hour.' end
          from decided where mail.id = decided.id`.execute(tx)
    },
  }
}
/** Whether one waits for a digest that is about the same as a row of `counted`. */
const isHeldAboutTheSame = sql`exists (select from mail as held
  where held.held_at is not null and held.digest_id is null
    and held.recipient = counted.recipient and held.about = counted.about
    and held.account_id is not distinct from counted.account_id)`

export type MailCaps = ReturnType<typeof createMailCaps>
