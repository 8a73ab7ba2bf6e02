import pg from 'pg'

/** A reference's connections, set as the product sets its own: plans are not compiled. */
export const openBaselinePool = (connectionString: string, max = 20) =>
  new pg.Pool({ connectionString, max, options: '-c jit=off' })
