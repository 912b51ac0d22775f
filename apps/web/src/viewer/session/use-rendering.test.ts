import type { Manifest } from '@kamar/package-format/read'
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { testViewer } from '../../testing/test-viewer.js'
import { idleState } from './model-view.js'
import type { Drawing } from './sheets/use-drawing.js'
import { useRendering } from './use-rendering.js'

afterEach(cleanup)

const { viewer } = testViewer()
const manifest = {} as Manifest

interface Case {
  readonly urn?: string | null
  readonly name?: string | null
  readonly drawing?: Partial<Drawing>
  readonly hasViewer?: boolean
}

function isStarted({ drawing, hasViewer = true, name = null, urn = 'urn-1' }: Case): boolean {
  let started = false
  const model = {
    ...idleState.get(),
    urn,
    viewer: hasViewer ? viewer : null,
    retry: () => undefined,
    startRendering: () => {
      started = true
    },
  }
  const none = { sheets: [], manifest: null, urn, isShown: false, hasBoth: false, number: 0, show: () => undefined }
  renderHook(() => useRendering(model, { ...none, ...drawing }, name))
  return started
}

test.each([
  ['a page without a file', { urn: null }, true],
  ['a file that can only contain a model, before its translation', { name: 'tower.ifc' }, true],
  ['a file that may be a drawing', { name: 'plan.dwg' }, false],
  ['a file whose name is unknown', {}, false],
  ['a drawing', { name: 'plan.dwg', drawing: { manifest, isShown: true } }, false],
  ['a model of a file with drawings', { name: 'plan.dwg', drawing: { manifest, isShown: false } }, true],
  ['a page without an engine', { name: 'tower.ifc', hasViewer: false }, false],
] satisfies [string, Case, boolean][])('whether rendering starts for %s', (_, one, expected) => {
  expect(isStarted(one)).toBe(expected)
})
