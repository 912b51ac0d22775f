import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { readerLimits } from '@kamar/core'
import { temporaryFolder, waitUntil } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { createBoxes } from '../../test-support/boxes.js'
import { installedReaders } from '../run/installed-readers.js'
import { propertiesTask, sliceFolder, sliceResultName, sliceTaskName, type ReaderMessage } from './messages.js'
import { SliceService } from './serve-slices.js'

/** Files above this size are read by their descriptor. */
const pagedBytes = 65 * 1024 ** 2

/** Starts a service for slices of a file; returns it with its folders and messages. */
async function startService(file: Uint8Array) {
  const folder = await temporaryFolder()
  const [inputFolder, outputFolder] = [join(folder, 'input'), join(folder, 'output')]
  for (const each of [inputFolder, outputFolder]) mkdirSync(each)
  const path = join(inputFolder, 'model')
  writeFileSync(path, file)
  const messages: ReaderMessage[] = []
  const job = {
    path,
    outputFolder,
    fileName: 'model.ifc',
    formatId: 'ifc',
    companions: [],
    limits: readerLimits,
    quality: 'standard' as const,
  }
  const service = new SliceService(job, installedReaders, (message) => messages.push(message))
  /** Reads the properties as a slice; returns the result. */
  const readProperties = async (number: number): Promise<Buffer> => {
    writeFileSync(join(inputFolder, sliceTaskName(number)), propertiesTask)
    const before = messages.length
    service.handle({ number, state: 'task' })
    await waitUntil(() => messages.length > before, { description: 'the end of the slice' })
    expect(messages.at(-1)).toEqual({ type: 'slice', action: 'completed', number })
    return readFileSync(join(outputFolder, sliceFolder, sliceResultName(number)))
  }
  return { readProperties, close: () => service.close() }
}

describe('SliceService', () => {
  it('reads slice after slice of a large file, whatever is garbage in between', async () => {
    const boxes = Buffer.from(createBoxes(20))
    const padding = Buffer.alloc(pagedBytes, ' ')
    const { readProperties, close } = await startService(Buffer.concat([boxes, padding]))
    const first = await readProperties(1)
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    for (let attempt = 0; attempt < 3; attempt++) {
      collectGarbage()
      await nextTurn()
    }
    expect(await readProperties(2)).toEqual(first)
    await close()
  })
})
