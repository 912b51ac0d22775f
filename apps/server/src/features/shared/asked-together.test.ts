import { describe, expect, it } from 'vitest'
import { AskedTogether } from './asked-together.js'

/** Looks that end when they are told to. */
class Looks {
  readonly ends: (() => void)[] = []
  readonly look = (): Promise<number> => {
    const number = this.ends.length + 1
    return new Promise((resolve) => this.ends.push(() => resolve(number)))
  }
  async begun(count: number): Promise<void> {
    while (this.ends.length < count) await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('AskedTogether', () => {
  it('looks once for all who ask before the look begins, and once more for those who ask later', async () => {
    const together = new AskedTogether<number>()
    const looks = new Looks()
    const first = [together.ask('a', looks.look), together.ask('a', looks.look)]
    await looks.begun(1)
    const later = [together.ask('a', looks.look), together.ask('a', looks.look)]
    looks.ends[0]?.()
    expect(await Promise.all(first)).toEqual([1, 1])
    await looks.begun(2)
    looks.ends[1]?.()
    expect(await Promise.all(later)).toEqual([2, 2])
    expect(looks.ends).toHaveLength(2)
  })

  it('keeps questions apart, and nothing of what was answered', async () => {
    const together = new AskedTogether<string>()
    expect(await Promise.all(['a', 'b'].map((key) => together.ask(key, async () => key)))).toEqual(['a', 'b'])
    expect(await together.ask('a', async () => 'anew')).toBe('anew')
  })

  it('fails all of a round and no other', async () => {
    const together = new AskedTogether<number>()
    const fail = (): Promise<number> => Promise.reject(new RangeError('no'))
    const failing = [together.ask('a', fail), together.ask('a', fail)]
    const failed = await Promise.allSettled(failing)
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await together.ask('a', async () => 1)).toBe(1)
  })
})
