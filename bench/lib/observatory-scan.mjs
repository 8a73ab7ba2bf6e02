// Grades the answers at the addresses given as arguments; run where the package is installed, by observatory.bench.ts.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [folder, host, httpPort, httpsPort, ...paths] = process.argv.slice(2)
const root = createRequire(join(folder, 'package.json')).resolve('@mdn/mdn-http-observatory/package.json')
const load = (file) => import(pathToFileURL(join(root, '../src', file)).href)
const { retrieve } = await load('retriever/retriever.js')
const { ALL_TESTS } = await load('constants.js')
const { getGradeForScore, getScoreModifier } = await load('grader/grader.js')
const { MINIMUM_SCORE_FOR_EXTRA_CREDIT } = await load('grader/charts.js')

/** As its own scan() reckons, which takes neither a path nor a port, nor an answer of 404. */
function grade(answer) {
  const results = ALL_TESTS.map((test) => test(answer))
  const points = results.map(({ result }) => getScoreModifier(result))
  const sum = (some) => some.reduce((total, one) => total + one, 100)
  const withoutExtra = sum(points.filter((one) => one < 0))
  const score = withoutExtra >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? sum(points) : withoutExtra
  return {
    ...getGradeForScore(score),
    results: results.map((one, index) => ({
      test: one.constructor.name,
      result: one.result,
      pass: one.pass,
      points: points[index],
    })),
  }
}

const graded = []
for (const path of paths) {
  const answer = await retrieve(host, { path, httpPort: Number(httpPort), httpsPort: Number(httpsPort) })
  graded.push({ path, status: answer.responses.auto?.status, ...grade(answer) })
}
console.log(JSON.stringify(graded))
