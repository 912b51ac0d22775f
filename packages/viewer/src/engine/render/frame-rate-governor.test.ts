import { describe, expect, it } from 'vitest'
import { FrameRateGovernor } from './frame-rate-governor.js'

const run = (governor: FrameRateGovernor, interval: number, frames: number, from = 0): number => {
  let now = from
  for (let frame = 0; frame < frames; frame++) governor.observe((now += interval), true)
  return now
}

describe('FrameRateGovernor', () => {
  it('lowers resolution and detail when frames are slow, and restores the resolution', () => {
    const governor = new FrameRateGovernor()
    expect([governor.resolution, governor.isReduced]).toEqual([1, false])
    run(governor, 120, 6)
    expect(governor.resolution).toBe(0.75)
    run(governor, 120, 30)
    expect([governor.resolution, governor.isReduced]).toEqual([0.5, true])
    run(governor, 10, 400)
    expect(governor.resolution).toBe(1)
  })

  it('ignores a single slow frame and pauses between movements', () => {
    const governor = new FrameRateGovernor()
    let now = run(governor, 16, 10)
    governor.observe((now += 300), true)
    now = run(governor, 16, 10, now)
    governor.observe((now += 16), false)
    for (let round = 0; round < 10; round++) governor.observe((now += 5000), true)
    expect(governor.resolution).toBe(1)
  })
})
