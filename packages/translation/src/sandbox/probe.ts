import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { readerLimits } from '@kamar/core'

// Started by `isolationLevel` inside a sandbox. It does what every reader does: loads a module of the product, reads
// its input, starts a thread and writes a file. That file is the result.
const [inputFolder = '', outputFolder = ''] = process.argv.slice(2)
const seesInput = readdirSync(inputFolder).includes('sample') && readerLimits.processes > 0

new Worker('', { eval: true }).once('exit', (code) => {
  if (seesInput && code === 0) writeFileSync(join(outputFolder, 'probe'), 'fit')
})
