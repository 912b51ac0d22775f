import { existsSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { binary, root, run } from './run.mjs'

/** Number of slowest files to list. */
const longestFiles = 10

/** Lines of a failure repeated at the end. */
const repeatedLines = 40

/**
 * Runs projects of the test runner, or some of their files, and reads its report. Resolves with its counts, the slowest
 * files, `{ file, milliseconds }`, and the failures of each failed file: `{ file, tests: [{ name, message }] }`.
 */
export async function runTests({ projects, files = [], report, environment }) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const projectOptions = projects.flatMap((project) => ['--project', project])
  rmSync(report, { force: true })
  const { code } = await run(binary('vitest'), ['run', ...projectOptions, ...reporters, ...files], { environment })
  // A killed test runner writes no report.
  if (!existsSync(report)) return { code: code || 1, passed: 0, failed: 0, skipped: 0, longest: [], failures: [] }
  const result = JSON.parse(readFileSync(report, 'utf8'))
  const lasting = result.testResults.map((file) => {
    return { file: relative(root, file.name), milliseconds: file.endTime - file.startTime }
  })
  return {
    code,
    passed: result.numPassedTests,
    failed: result.numFailedTests,
    skipped: result.numPendingTests + (result.numTodoTests ?? 0),
    longest: lasting.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, longestFiles),
    failures: result.testResults.filter((file) => file.status === 'failed').map(toFailure),
  }
}

function toFailure(file) {
  const tests = file.assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => ({ name: test.fullName, message: test.failureMessages.join('\n') }))
  return {
    file: relative(root, file.name),
    tests: tests.length > 0 ? tests : [{ name: 'the file itself', message: file.message }],
  }
}

/** Returns the failures as text for the end of the output, where a truncated log still contains it. */
export function describeFailures(title, failures) {
  const entries = failures.flatMap(({ file, tests }) =>
    tests.map(({ name, message }) => {
      const lines = message.split('\n')
      const shownLines = lines.slice(0, repeatedLines).map((line) => `    ${line}`)
      return [`  ${file} › ${name}`, ...shownLines].join('\n')
    }),
  )
  return entries.length === 0 ? '' : `\n${title}\n${entries.join('\n')}\n`
}
