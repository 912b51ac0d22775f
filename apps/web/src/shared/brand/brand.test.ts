import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { archStones, keystoneIndex, markShape } from './arch.js'

const markFile = readFileSync(new URL('../../../public/mark.svg', import.meta.url), 'utf8')

test('the arch has five stones with the keystone in the middle', () => {
  const stones = archStones(markShape)
  expect(stones).toHaveLength(5)
  expect(keystoneIndex).toBe(2)
  expect(stones.every((path) => path.startsWith('M') && path.endsWith('Z'))).toBe(true)
})

test('the keystone stands above the other stones and is symmetric about the middle', () => {
  const [x, y] = firstPoint(archStones(markShape)[keystoneIndex] ?? '')
  const neighbour = firstPoint(archStones(markShape)[1] ?? '')
  const end = /0 0 0 ([\d.]+) ([\d.]+)/.exec(archStones(markShape)[keystoneIndex] ?? '')
  expect(Number(end?.[1]) + x).toBeCloseTo(2 * markShape.centerX, 1)
  expect(Number(end?.[2])).toBeCloseTo(y, 2)
  expect(y).toBeLessThan(neighbour[1])
})

test('the file used as favicon is drawn from the same stones', () => {
  const paths = [...markFile.matchAll(/ d="([^"]+)"/g)].map((match) => match[1])
  expect(paths).toEqual(archStones(markShape))
})

function firstPoint(path: string): [number, number] {
  const match = /^M([\d.]+) ([\d.]+)/.exec(path)
  return [Number(match?.[1]), Number(match?.[2])]
}
