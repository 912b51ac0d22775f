import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { abuseCatalogue, type AbuseRow } from './catalogue.js'

declare module 'vitest' {
  interface TaskMeta {
    /** Number of variants that a test tries; 1 if not stated. */
    cases?: number
  }
}

interface Count {
  passed: number
  failed: number
  skipped: number
}

type TestResult = 'pass' | 'FAIL' | 'skip'

/**
 * Prints the abuse tests as a table by their ids (`npm run test:faults`). A row with a failed case, or with fewer
 * passing ones than the catalogue requires, fails the run; so does a test whose id is in no row. `KAMAR_FAULTS`, a
 * pattern of ids, is set if only some rows are run.
 */
class AbuseTableReporter implements Reporter {
  readonly #counts = new Map<string, Count>()
  readonly #errors: string[] = []

  onTestCaseResult(test: TestCase): void {
    const id = findId(test)
    const { errors, state } = test.result()
    if (id === undefined) {
      // Mixed suites are run only for their tests that belong to this table.
      const isOfAnotherSuite = state === 'skipped' && !test.module.moduleId.includes('.abuse.')
      if (!isOfAnotherSuite) this.#errors.push(`${test.name}: the name of an abuse test begins with its id`)
      return
    }
    const count = this.#counts.get(id) ?? { passed: 0, failed: 0, skipped: 0 }
    const cases = test.meta().cases ?? 1
    if (state === 'passed') count.passed += cases
    else if (state === 'skipped') count.skipped += 1
    else count.failed += 1
    for (const error of errors ?? []) this.#errors.push(`${test.name}: ${error.message}`)
    this.#counts.set(id, count)
  }

  onTestModuleEnd(module: TestModule): void {
    for (const error of module.errors()) this.#errors.push(`${module.relativeModuleId}: ${error.message}`)
  }

  onTestRunEnd(_: readonly TestModule[], errors: readonly { readonly message: string }[]): void {
    for (const error of errors) this.#errors.push(error.message)
    const idPattern = new RegExp(`^(${process.env['KAMAR_FAULTS'] || String.raw`[A-Z]\d\d`})$`)
    const rows = abuseCatalogue
      .filter(({ id }) => idPattern.test(id))
      .map((row) => ({ row, result: this.#computeResult(row) }))
    const catalogueIds = new Set(abuseCatalogue.map(({ id }) => id))
    for (const id of this.#counts.keys())
      if (!catalogueIds.has(id)) this.#errors.push(`${id} is in no row of the catalogue`)
    const passed = rows.filter(({ result }) => result === 'pass').length
    write(`\n id    cases  passed  failed  ASVS    result  what is tried`)
    for (const { row, result } of rows) write(this.#line(row, result))
    const skipped = rows.filter(({ result }) => result === 'skip').length
    const left = skipped === 0 ? '' : `, ${skipped} cannot be tried on this machine`
    write(`\n ${passed} of ${rows.length} rows pass${left}\n`)
    for (const error of this.#errors) write(` ${error}`)
    if (passed + skipped < rows.length || this.#errors.length > 0) process.exitCode = 1
  }

  #computeResult({ cases, id }: AbuseRow): TestResult {
    const { failed, passed, skipped } = this.#counts.get(id) ?? { passed: 0, failed: 0, skipped: 0 }
    if (failed > 0) return 'FAIL'
    if (passed >= cases) return 'pass'
    return skipped > 0 ? 'skip' : 'FAIL'
  }

  #line({ cases, id, requirement, title }: AbuseRow, result: TestResult): string {
    const { failed, passed } = this.#counts.get(id) ?? { failed: 0, passed: 0 }
    const numbers = `${String(cases).padStart(6)}  ${String(passed).padStart(6)}  ${String(failed).padStart(6)}`
    return ` ${id}  ${numbers}  ${(requirement ?? '').padEnd(6)}  ${result}    ${title}`
  }
}

/**
 * Finds the id in the test's own name, or in the nearest suite around it that has one: of an adapter every test is a
 * case.
 */
function findId(test: TestCase): string | undefined {
  let entity: TestCase | TestCase['parent'] = test
  for (;;) {
    const id = entity.type === 'module' ? undefined : /^([A-Z]\d\d) /.exec(entity.name)?.[1]
    if (id !== undefined || entity.type === 'module') return id
    entity = entity.parent
  }
}

function write(line: string): void {
  process.stdout.write(`${line}\n`)
}

// vitest loads a reporter from a file only by its default export.
export default AbuseTableReporter
