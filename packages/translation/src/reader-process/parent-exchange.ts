import { closeSync, mkdirSync, openSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OfferedProperties, SliceClaim, SliceExchange } from '@kamar/core'
import {
  propertiesTask,
  sliceFolder,
  sliceResultName,
  sliceTaskName,
  type SliceCommand,
  type SliceMessage,
} from './messages.js'

/**
 * The exchange of slices in a reader process, which has no network: files go through its folders, and the parent
 * process stores and fetches them.
 */
export class ParentExchange implements SliceExchange {
  readonly sliceBytes: number
  readonly #inputFolder: string
  readonly #outputFolder: string
  readonly #send: (message: SliceMessage) => void
  readonly #states = new Map<number, 'waiting' | 'elsewhere' | 'done'>()
  readonly #claims = new Map<number, (claim: SliceClaim) => void>()
  readonly #descriptors = new Map<number, number>()
  #properties: OfferedProperties | null = null
  #onChange: () => void = () => undefined

  constructor(options: {
    sliceBytes: number
    inputFolder: string
    outputFolder: string
    send: (message: SliceMessage) => void
  }) {
    this.sliceBytes = options.sliceBytes
    this.#inputFolder = options.inputFolder
    this.#outputFolder = join(options.outputFolder, sliceFolder)
    this.#send = options.send
    mkdirSync(this.#outputFolder, { recursive: true })
  }

  /** Handles a message of the parent process. */
  handle({ number, state, isReply = false }: SliceCommand): void {
    if (state === 'task-stored') this.#unlink(sliceTaskName(number))
    else if (state === 'result-stored') this.#unlink(sliceResultName(number))
    else if (isReply && state !== 'task' && state !== 'waiting') {
      if (state !== 'own') this.#states.set(number, state)
      this.#claims.get(number)?.(state)
      this.#claims.delete(number)
    } else if (state === 'waiting' || state === 'elsewhere' || state === 'done') {
      this.#states.set(number, state)
      this.#onChange()
    }
  }

  offer(number: number, description: Uint8Array): void {
    writeFileSync(join(this.#outputFolder, sliceTaskName(number)), description)
    this.#states.set(number, 'waiting')
    this.#send({ type: 'slice', action: 'offered', number })
  }

  getState(number: number): 'waiting' | 'elsewhere' | 'done' {
    return this.#states.get(number) ?? 'waiting'
  }

  claim(number: number): Promise<SliceClaim> {
    return new Promise((resolve) => {
      this.#claims.set(number, resolve)
      this.#send({ type: 'slice', action: 'claimed', number })
    })
  }

  open(number: number): number | null {
    try {
      const descriptor = openSync(join(this.#inputFolder, sliceResultName(number)), 'r')
      this.#descriptors.set(number, descriptor)
      return descriptor
    } catch {
      return null
    } finally {
      this.#send({ type: 'slice', action: 'opened', number })
    }
  }

  create(number: number): number {
    const descriptor = openSync(join(this.#outputFolder, sliceResultName(number)), 'wx+')
    this.#descriptors.set(number, descriptor)
    return descriptor
  }

  complete(number: number): void {
    this.#send({ type: 'slice', action: 'completed', number })
  }

  close(number: number): void {
    const descriptor = this.#descriptors.get(number)
    this.#descriptors.delete(number)
    if (descriptor !== undefined) closeSync(descriptor)
  }

  watch(onChange: () => void): void {
    this.#onChange = onChange
  }

  get properties(): OfferedProperties | null {
    return this.#properties
  }

  offerProperties(number: number, read: OfferedProperties['read']): void {
    this.offer(number, propertiesTask)
    this.#properties = { read, result: () => this.#awaitResult(number) }
  }

  async #awaitResult(number: number): Promise<number | null> {
    for (;;) {
      const state = this.getState(number)
      const claim = state === 'waiting' ? await this.claim(number) : state
      if (claim === 'own') return null
      if (claim === 'done') return this.open(number)
      if (this.getState(number) === 'elsewhere') await new Promise<void>((resolve) => this.watch(resolve))
    }
  }

  #unlink(name: string): void {
    try {
      unlinkSync(join(this.#outputFolder, name))
    } catch {
      // It was never written.
    }
  }
}
