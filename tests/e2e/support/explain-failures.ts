import { afterEach } from 'vitest'
import { whatIsThere } from './explain.js'

// Before the file's own hooks close what there is to see.
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail')
    process.stderr.write(`\n${task.name} failed before this:\n${await whatIsThere()}\n`)
})
