import { closeSync, mkdirSync, openSync, readFileSync, unlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SliceServer } from '@kamar/core'
import { openFileSource, type FileSource } from '@kamar/formats'
import { PropertyParts } from '@kamar/packager/package-writer'
import { folderSink } from '../run/folder-sink.js'
import { toFailure } from '../run/to-failure.js'
import type { ReaderSource } from '../run/installed-readers.js'
import {
  propertiesTask,
  sliceFolder,
  sliceResultName,
  sliceTaskName,
  type ReaderJob,
  type ReaderMessage,
  type SliceCommand,
} from './messages.js'

/** A process that does slices of a file until it is ended from outside. */
export class SliceService {
  readonly #job: ReaderJob
  readonly #send: (message: ReaderMessage) => void
  readonly #serverOnFile: Promise<ServerOnFile>
  readonly #outputFolder: string
  #queue: Promise<void> = Promise.resolve()

  constructor(job: ReaderJob, readers: ReaderSource, send: (message: ReaderMessage) => void) {
    this.#job = job
    this.#send = send
    this.#outputFolder = join(job.outputFolder, sliceFolder)
    mkdirSync(this.#outputFolder, { recursive: true })
    this.#serverOnFile = openServer(job, readers)
    this.#serverOnFile.catch((error: unknown) => this.#fail(error))
  }

  /** Handles a message of the parent process: a slice to do, or a result that it has stored. */
  handle({ number, state }: SliceCommand): void {
    if (state === 'task') this.#queue = this.#queue.then(() => this.#run(number)).catch((error) => this.#fail(error))
    else if (state === 'result-stored') unlinkSync(join(this.#outputFolder, sliceResultName(number)))
  }

  /** Ends its threads and closes the file. */
  async close(): Promise<void> {
    const { server, input } = await this.#serverOnFile
    await server.close()
    await input.close()
  }

  async #run(number: number): Promise<void> {
    const { server } = await this.#serverOnFile
    const description = readFileSync(join(dirname(this.#job.path), sliceTaskName(number)))
    const descriptor = openSync(join(this.#outputFolder, sliceResultName(number)), 'wx+')
    try {
      if (propertiesTask.equals(description)) {
        const properties = new PropertyParts(folderSink(this.#job.outputFolder).scratch ?? null)
        await properties.write(descriptor, await server.readProperties(properties))
      } else await server.run(description, descriptor)
    } finally {
      closeSync(descriptor)
    }
    this.#send({ type: 'slice', action: 'completed', number })
  }

  #fail(error: unknown): void {
    this.#send({ type: 'failed', failure: toFailure(error, this.#job.limits) })
  }
}

/** A server, and the file that it reads through its descriptor: a file that is only garbage is closed. */
interface ServerOnFile {
  readonly server: SliceServer
  readonly input: FileSource
}

async function openServer(job: ReaderJob, readers: ReaderSource): Promise<ServerOnFile> {
  const reader = await readers.load(job.formatId)
  const input = await openFileSource(job.path, job.fileName)
  if (!reader.openSlices) throw new RangeError(`the reader of ${job.formatId} has no slices`)
  return { input, server: await reader.openSlices(input, { signal: new AbortController().signal }) }
}
