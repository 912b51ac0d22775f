import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

type Mode = 'light' | 'dark'
const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6})(?:[0-9a-f]{2})?, (#[0-9a-f]{6})(?:[0-9a-f]{2})?\)/g)].map(
    ([, name, light, dark]) => [name ?? '', { light: light ?? '', dark: dark ?? '' }],
  ),
)

const surfaces = ['page', 'surface', 'sunken']
const onEverySurface = ['text', 'muted', 'accent', 'accent-hover', 'danger']
const pairs: [string, string][] = [
  ...onEverySurface.flatMap((text) => surfaces.map((surface): [string, string] => [text, surface])),
  ...['success', 'warning', 'danger'].flatMap((state): [string, string][] => [
    [state, 'page'],
    [state, 'surface'],
    [state, `${state}-soft`],
    ['text', `${state}-soft`],
  ]),
  ['text', 'accent-soft'],
  ['muted', 'accent-soft'],
  ['accent', 'accent-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['surface', 'danger'],
  ['surface', 'danger-hover'],
  ['page', 'text'],
]

describe.each<Mode>(['light', 'dark'])('%s color tokens', (mode) => {
  test.each(pairs)('%s on %s has a contrast of at least 4.5:1', (text, surface) => {
    expect(contrast(colour(text, mode), colour(surface, mode))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(['edge', 'focus'])('the %s of a control has a contrast of at least 3:1 on every surface', (name) => {
    for (const surface of surfaces) {
      expect(contrast(colour(name, mode), colour(surface, mode))).toBeGreaterThanOrEqual(3)
    }
  })
})

test('design tokens keep the brand palette', () => {
  expect(tokens.get('page')).toEqual({ light: '#f7f4ef', dark: '#15181a' })
  expect(tokens.get('accent')).toEqual({ light: '#a6432b', dark: '#e98a6b' })
  expect(tokens.size).toBeGreaterThanOrEqual(20)
})

function colour(name: string, mode: Mode): string {
  const token = tokens.get(name)
  expect(token, `token ${name}`).toBeDefined()
  return token?.[mode] ?? ''
}

/** Computes the WCAG 2 contrast ratio of two #rrggbb colours. */
function contrast(first: string, second: string): number {
  const [dark, light] = [luminance(first), luminance(second)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => linear(Number.parseInt(hex.slice(start, start + 2), 16) / 255))
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
