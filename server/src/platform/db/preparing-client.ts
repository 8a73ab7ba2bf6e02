import pg from 'pg'

/** How often a statement is asked before it is worth a plan that is kept, and how many are. */
const usesBefore = 3
const preparedMax = 1_000
const countedMax = 2_000

/** By their text, for all connections of the process. */
const uses = new Map<string, number>()
const names = new Map<string, string>()

/** A column that is added later would change what these give, and PostgreSQL refuses a kept plan then. */
const givesAllColumns = /(?:select|returning|,|\.)\s*\*(?! from unnest)/i

/** How many rows these find hangs on the words so much that one plan for all of them would be wrong for most. */
const isPlanSensitive = /tsquery|\blike\b|similarity|<%|%>/i

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= preparedMax) return known
  if (givesAllColumns.test(text) || isPlanSensitive.test(text)) return undefined
  const count = (uses.get(text) ?? 0) + 1
  if (count < usesBefore) {
    // Texts that came once are forgotten, the oldest first.
    if (uses.size >= countedMax) uses.delete(uses.keys().next().value!)
    uses.set(text, count)
    return undefined
  }
  uses.delete(text)
  const name = `marga_${names.size + 1}`
  names.set(text, name)
  return name
}

/**
 * Statements that come again are parsed and planned once a connection: for short ones that is most of their time.
 * PostgreSQL goes on planning by the values where that is cheaper.
 */
export class PreparingClient extends pg.Client {
  // pg's overloads are one function with what it is given in its first three places.
  override query = ((text: unknown, values: unknown, callback: unknown) => {
    const query = super.query as (...given: unknown[]) => unknown
    const isStatement = typeof text === 'string' && Array.isArray(values) && values.length > 0
    const name = isStatement ? nameOf(text) : undefined
    return name === undefined
      ? query.call(this, text, values, callback)
      : query.call(this, { name, text, values }, callback)
  }) as pg.Client['query']
}
