import { describe, expect, it } from 'vitest'
import { ReadProgress } from './progress.js'

function recorded() {
  const reports: [number, string][] = []
  const progress = new ReadProgress({
    progress: (fraction, stage) => reports.push([Math.round(fraction * 1000) / 1000, stage]),
  })
  return { progress, reports }
}

describe('IFC read progress', () => {
  it('is the weighted sum of opening, meshing and properties', () => {
    const { progress, reports } = recorded()
    progress.opening(0.5)
    progress.opening(1)
    progress.meshing(0.5)
    progress.properties(0.5)
    progress.meshing(1)
    progress.properties(1)
    expect(reports).toEqual([
      [0.075, 'reading'],
      [0.15, 'reading'],
      [0.475, 'meshing'],
      [0.575, 'meshing'],
      [0.9, 'meshing'],
      [1, 'reading'],
    ])
  })

  it('never decreases and never repeats a value', () => {
    const { progress, reports } = recorded()
    progress.opening(1)
    progress.meshing(0.6)
    progress.meshing(0.6)
    progress.meshing(0.4)
    expect(reports).toEqual([
      [0.15, 'reading'],
      [0.54, 'meshing'],
    ])
  })

  it('starts at zero and never exceeds one', () => {
    const { progress, reports } = recorded()
    progress.opening(0)
    progress.opening(1)
    progress.meshing(1.2)
    progress.properties(1)
    expect(reports[0]).toEqual([0, 'reading'])
    expect(reports.at(-1)?.[0]).toBe(1)
  })
})
