import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeOpenPages, recordFailures } from '@kamar/test-kit/failure-records'
import { serverOutputs } from './server-output.js'

const maxCharacters = 2_000

recordFailures(async (name, folder) => {
  const printed = serverOutputs()
  if (printed.length > 0) writeFileSync(join(folder, 'servers.txt'), `${printed.join('\n\n')}\n`)
  const pages = (await describeOpenPages()).map((text) => text.slice(0, maxCharacters))
  const servers = printed.map((text) => text.slice(-maxCharacters))
  process.stderr.write(`\n${name} failed; recorded in ${folder}:\n${[...pages, ...servers].join('\n\n')}\n`)
})
