import { writeFileSync } from 'node:fs'
import { afterAll, inject } from 'vitest'

/* Activates one mutant in a test run; without one, records which mutants the tests reach. */

const { active, deadlineMs, hitsFile } = inject('mutation')
const hits = new Set()
const deadline = performance.now() + deadlineMs
let calls = 0

function isActive(id) {
  if (active === null) hits.add(id)
  if (id !== active) return false
  if ((++calls & 0xff) === 0 && performance.now() > deadline) throw new Error('the mutant loops endlessly')
  return true
}

globalThis.mutation = { isActive }
if (active === null) afterAll(() => writeFileSync(hitsFile, JSON.stringify([...hits])))
