/**
 * Matches by the words' index, whatever they are: the planner does not see the words. Where it did, it would take
 * words that are often apart for words that are often together, and look for them through everybody.
 */
export const byIndex = (query: string) => `document @@ (select ${query}::tsquery)`

/** What the best mentors are found by, for the `with` of a statement that asks `someoneHas`. */
export const best = `best as materialized (
  select document from mentor_search order by quality desc, mentor_id desc limit 100)`

/**
 * Frequent words somebody among the best has, rare ones the index tells. Materialized, so that it is planned for all of
 * its rows: for the first of them the planner would go through the table, which is long where nobody has the words.
 */
export const someoneHas = (query: string) => `(
  exists (select from best where (document @@ ${query}::tsquery) is true)
  or exists (
    with matching as materialized (select from mentor_search where ${byIndex(query)}) select from matching))`
