import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { OfferedProperties, SliceClaim, SliceExchange } from '@kamar/core'
import { temporaryFolder } from '@kamar/test-kit'

/** An exchange of slices whose other side is the test. */
export class MemoryExchange implements SliceExchange {
  readonly sliceBytes: number
  readonly offers = new Map<number, Uint8Array>()
  readonly claims: number[] = []
  readonly completed: number[] = []
  readonly #folder: string
  readonly #states = new Map<number, 'waiting' | 'elsewhere' | 'done'>()
  readonly #descriptors = new Map<number, number>()
  #onChange: () => void = () => undefined

  private constructor(sliceBytes: number, folder: string) {
    this.sliceBytes = sliceBytes
    this.#folder = folder
  }

  static async open(sliceBytes: number): Promise<MemoryExchange> {
    return new MemoryExchange(sliceBytes, await temporaryFolder())
  }

  properties: OfferedProperties | null = null

  offerProperties(_number: number, read: OfferedProperties['read']): void {
    this.properties = { read, result: () => Promise.resolve(null) }
  }

  /** Called with the number of each offered slice. */
  onOffer: (number: number) => void = () => undefined

  /** Path of the result of a slice. */
  path(number: number): string {
    return join(this.#folder, `${number}`)
  }

  /** Changes what the reader is told of a slice. */
  setState(number: number, state: 'waiting' | 'elsewhere' | 'done'): void {
    this.#states.set(number, state)
    this.#onChange()
  }

  offer(number: number, description: Uint8Array): void {
    this.offers.set(number, description)
    this.onOffer(number)
  }

  getState(number: number): 'waiting' | 'elsewhere' | 'done' {
    return this.#states.get(number) ?? 'waiting'
  }

  claim(number: number): Promise<SliceClaim> {
    this.claims.push(number)
    const state = this.getState(number)
    return Promise.resolve(state === 'waiting' ? 'own' : state)
  }

  open(number: number): number | null {
    try {
      return this.#store(number, openSync(this.path(number), 'r'))
    } catch {
      return null
    }
  }

  create(number: number): number {
    return this.#store(number, openSync(this.path(number), 'w+'))
  }

  complete(number: number): void {
    this.completed.push(number)
  }

  close(number: number): void {
    const descriptor = this.#descriptors.get(number)
    if (descriptor !== undefined) closeSync(descriptor)
    this.#descriptors.delete(number)
  }

  watch(onChange: () => void): void {
    this.#onChange = onChange
  }

  #store(number: number, descriptor: number): number {
    this.#descriptors.set(number, descriptor)
    return descriptor
  }
}
