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

  it('keeps an answer while nothing changes, if it is worth it', async () => {
    let count = 0
    const together = new AskedTogether<string>({ changes: () => count, worthKeeping: (text) => text.length < 5 })
    expect(await together.ask('a', async () => 'old')).toBe('old')
    expect(await together.ask('a', async () => 'new')).toBe('old')
    expect(await together.ask('b', async () => 'of b')).toBe('of b')
    count += 1
    expect(await together.ask('a', async () => 'new')).toBe('new')
    expect(await together.ask('c', async () => 'too long')).toBe('too long')
    expect(await together.ask('c', async () => 'anew')).toBe('anew')
  })

  it('keeps nothing that changed while it was looked at, or where others write as well', async () => {
    let count = 0
    const together = new AskedTogether<string>({ changes: () => count, worthKeeping: () => true })
    expect(await together.ask('a', async () => `seen before change ${++count}`)).toBe('seen before change 1')
    expect(await together.ask('a', async () => 'new')).toBe('new')
    const shared = new AskedTogether<string>({ changes: null, worthKeeping: () => true })
    expect(await shared.ask('a', async () => 'old')).toBe('old')
    expect(await shared.ask('a', async () => 'new')).toBe('new')
  })

  it('lets go of the oldest of more than a hundred', async () => {
    const together = new AskedTogether<string>({ changes: () => 0, worthKeeping: () => true })
    for (let key = 0; key <= 100; key++) await together.ask(`${key}`, async () => 'old')
    expect(await together.ask('0', async () => 'new')).toBe('new')
    expect(await together.ask('100', async () => 'new')).toBe('old')
  })
})
