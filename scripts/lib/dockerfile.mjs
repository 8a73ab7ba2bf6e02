/** The instructions of a Dockerfile, one a line, by stage: `[{ name, base, steps: [{ word, rest }] }]`; a base may be an earlier stage. */
export function readStages(text) {
  const stages = []
  for (const line of text.replace(/\\\n/g, ' ').split('\n')) {
    const [, word, rest] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (!word) continue
    if (word === 'FROM')
      stages.push({ name: / AS (\w+)$/i.exec(rest)?.[1] ?? 'image', base: rest.split(' ')[0], steps: [] })
    else stages.at(-1).steps.push({ word, rest })
  }
  return stages
}

/** The JSON array behind CMD or within HEALTHCHECK. */
export function commandOf(steps, word) {
  const { rest } = steps.find((step) => step.word === word)
  return JSON.parse(rest.slice(rest.indexOf('[')))
}
