import { expect, test } from 'vitest'
import { coveredInsets } from './use-covered-insets.js'

const panels = { left: null, leftWidth: 300, rightWidth: 336 } as const
const withTree = { ...panels, left: 'tree' } as const

test.each([
  ['nothing open', { panels, isOpen: false }, { left: 60, right: 8 }],
  ['a panel at the left', { panels: withTree, isOpen: false }, { left: 368, right: 8 }],
  ['the inspector', { panels, isOpen: true }, { left: 60, right: 352 }],
  ['both', { panels: withTree, isOpen: true }, { left: 368, right: 352 }],
])('viewer insets at the sides include %s', (_name, { isOpen, ...open }, sides) => {
  const covered = coveredInsets({ ...open, inspector: { isOpen }, nested: { isOpen: true }, isCompact: false }, 900)
  expect(covered).toEqual({ ...sides, top: 64, bottom: 64 })
})

interface OpenSheets {
  readonly inspector?: boolean
  readonly nested?: boolean
}

test.each<[string, typeof panels | typeof withTree, OpenSheets, number]>([
  ['nothing', panels, {}, 64],
  ['the tree', withTree, {}, 484],
  ['the inspector', panels, { inspector: true }, 484],
  ['the nested viewer', panels, { nested: true }, 484],
])(
  'viewer insets on a phone include the bottom sheet of %s',
  (_name, left, { inspector = false, nested = false }, bottom) => {
    const open = { panels: left, inspector: { isOpen: inspector }, nested: { isOpen: nested } }
    const covered = coveredInsets({ ...open, isCompact: true }, 808)
    expect(covered).toEqual({ left: 8, right: 8, top: 64, bottom })
  },
)
