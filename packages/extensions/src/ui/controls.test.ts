import { describe, expect, it } from 'vitest'
import { Button, ComboButton, ControlGroup } from './controls.js'
import { ViewerUi } from './viewer-ui.js'

describe('ViewerUi toolbar', () => {
  it('notifies listeners of every change of its controls', () => {
    const ui = new ViewerUi()
    let changes = 0
    ui.onChange(() => changes++)
    const group = new ControlGroup('tools')
    const button = new Button('count', { label: 'Count' })
    ui.toolBar.addControl(group)
    group.addControl(button)
    const before = changes
    button.setState('active')
    button.setState('active')
    button.setToolTip('Count them')
    expect(changes).toBe(before + 2)
    expect(ui.version).toBe(changes)
    group.removeControl('count')
    button.setState('inactive')
    expect(changes).toBe(before + 3)
  })

  it('accepts an id once and shows only groups with visible controls', () => {
    const { toolBar } = new ViewerUi()
    const group = new ControlGroup('tools')
    expect(toolBar.addControl(group)).toBe(true)
    expect(toolBar.addControl(new ControlGroup('tools'))).toBe(false)
    expect(toolBar.groups).toEqual([])
    const button = new Button('count', { label: 'Count' })
    expect(group.addControl(button)).toBe(true)
    expect(group.addControl(new Button('count', { label: 'Other' }))).toBe(false)
    expect(toolBar.groups).toEqual([group])
    button.setVisible(false)
    expect(toolBar.groups).toEqual([])
    expect(toolBar.removeControl(group)).toBe(true)
    expect(toolBar.removeControl(group)).toBe(false)
  })

  it('ignores clicks on a disabled button', () => {
    let clickCount = 0
    const combo = new ComboButton('more', { label: 'More', onClick: () => clickCount++ })
    combo.addControl(new Button('inside', { label: 'Inside' }))
    combo.click()
    combo.setState('disabled')
    combo.click()
    expect(clickCount).toBe(1)
    expect(combo.buttons.map(({ id }) => id)).toEqual(['inside'])
  })
})
