import { writeFileSync } from 'node:fs'

/** Lets wrk ask for these addresses one after the other. `suffix`: a Lua expression, put behind each. */
export function writeLua(
  path: string,
  addresses: readonly string[],
  suffix: string,
  headers: Record<string, string> = {},
): string {
  const lines = addresses.map((address) => `  "${address}",`).join('\n')
  const sent = Object.entries(headers).map(([key, value]) => `wrk.headers["${key}"] = "${value}"\n`)
  writeFileSync(
    path,
    `${sent.join('')}local queries = {\n${lines}\n}\nlocal n = math.floor((os.time() % 100000) * 1000000)\nrequest = function()\n  n = n + 1\n  return wrk.format("GET", queries[n % #queries + 1] .. ${suffix})\nend\n`,
  )
  return path
}
