import { describe, expect, it } from 'vitest'
import { MotionPace } from './motion-pace.js'

const run = (pace: MotionPace, interval: number, pictures: number, from = 0): number => {
  let now = from
  for (let picture = 0; picture < pictures; picture++) pace.observe((now += interval), true)
  return now
}

describe('the pace of moving pictures', () => {
  it('gives up pixels and edges when a machine is slow, and takes them back', () => {
    const pace = new MotionPace()
    expect([pace.resolution, pace.hurried]).toEqual([1, false])
    run(pace, 120, 6)
    expect(pace.resolution).toBe(0.75)
    run(pace, 120, 30)
    expect([pace.resolution, pace.hurried]).toEqual([0.5, true])
    run(pace, 10, 400)
    expect(pace.resolution).toBe(1)
  })

  it('does not mind one slow picture, or a rest between movements', () => {
    const pace = new MotionPace()
    let now = run(pace, 16, 10)
    pace.observe((now += 300), true)
    now = run(pace, 16, 10, now)
    pace.observe((now += 16), false)
    for (let round = 0; round < 10; round++) pace.observe((now += 5000), true)
    expect(pace.resolution).toBe(1)
  })
})
