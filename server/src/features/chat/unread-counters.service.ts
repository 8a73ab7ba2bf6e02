import type { Database } from '../../platform/db/database.ts'
import { countSomeUncounted } from './unread-counters.queries.ts'

const batchMax = 200

/** Counts what the release before left uncounted, in small transactions. Safe to repeat, and to run beside itself. */
export async function countUncounted({ db }: { db: Database }) {
  while ((await db.transact((tx) => countSomeUncounted(tx, batchMax))) > 0);
}
