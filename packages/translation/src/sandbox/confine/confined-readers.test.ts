import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compiledModule, readerLimits } from '@kamar/core'
import { createTemporaryFolder, removeFolder } from '@kamar/test-kit'
import { afterAll, describe, expect, it } from 'vitest'
import { ReaderProcess } from '../../reader-process/reader-process.js'
import { probeMethod } from '../isolation.js'

const formats = fileURLToPath(new URL('../../../../formats/src', import.meta.url))
const entry = compiledModule(import.meta.url, '../../bundle/reader-process.js')
const folder = await createTemporaryFolder()
const workFolder = join(folder, 'work')
const refusal = await probeMethod('landlock', workFolder)
if (refusal !== null) process.stdout.write(`No confined readers on this machine, none is tried: ${refusal}\n`)
afterAll(() => removeFolder(folder))

// One format in pure JavaScript, and two whose kernels are WebAssembly in threads.
describe.runIf(refusal === null).each([
  ['dwg', 'pavilion-2004.dwg'],
  ['ifc', 'house.ifc'],
  ['step', 'lamp.stp'],
])('Landlock-confined %s reader', (formatId, fileName) => {
  it('reads a file and writes its manifest', async () => {
    const settings = { method: 'landlock', workFolder, limits: readerLimits, entry, warm: false } as const
    const reader = await ReaderProcess.start(settings)
    const outcome = await reader.run(
      { path: join(formats, formatId, 'fixtures', fileName), fileName, formatId, companions: [] },
      {},
    )
    const files = readdirSync(reader.output.folder)
    await reader.dispose()
    expect(outcome).toMatchObject({ ok: true, reader: formatId })
    expect(files).toContain('manifest.json')
  })
})
