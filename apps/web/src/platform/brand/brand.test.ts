import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { archStones, keystoneIndex, markShape } from './arch.js'

const markFile = readFileSync(join(import.meta.dirname, '../../../public/mark.svg'), 'utf8')

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

test('the SVG favicon is drawn from the stones of the brand arch', () => {
  const paths = [...markFile.matchAll(/ d="([^"]+)"/g)].map((match) => match[1])
  expect(paths).toEqual(archStones(markShape))
})

test('favicon.ico contains the mark as PNG in three sizes', () => {
  const file = readFileSync(join(import.meta.dirname, '../../../public/favicon.ico'))
  const rows = Array.from({ length: file.readUInt16LE(4) }, (_, at) => 6 + 16 * at)
  const sizes = rows.map((row) => file.readUInt32BE(file.readUInt32LE(row + 12) + 16))
  expect(file.readUInt16LE(2)).toBe(1)
  expect(sizes).toEqual([16, 32, 48])
  expect(sizes).toEqual(rows.map((row) => file.readUInt8(row)))
  expect(rows.every((row) => file.subarray(file.readUInt32LE(row + 12)).toString('latin1', 1, 4) === 'PNG')).toBe(true)
})

function firstPoint(path: string): [number, number] {
  const match = /^M([\d.]+) ([\d.]+)/.exec(path)
  return [Number(match?.[1]), Number(match?.[2])]
}
