import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeElement } from '../../testing/fake-element.js'
import { DragHandle, type DragPoint } from './drag-handle.js'
import { setAttributes, svg, svgLayer } from './svg.js'

beforeEach(() => {
  vi.stubGlobal('document', FakeElement.createDocument())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const fake = (element: Element): FakeElement => element as unknown as FakeElement

describe('svg', () => {
  it('creates elements with attributes, numbers to a tenth', () => {
    const element = fake(svg('circle', { r: 22, fill: 'red', cx: 1.26 }))
    expect([element.name, Object.fromEntries(element.attributes)]).toEqual([
      'circle',
      { r: '22.0', fill: 'red', cx: '1.3' },
    ])
  })

  it('writes only attributes that differ', () => {
    const element = fake(svg('g', { x: 1 }))
    element.calls.length = 0
    setAttributes(element as unknown as Element, { x: 1.01, y: 2 })
    expect(element.calls).toEqual(['set y'])
  })

  it('adds a layer that lets the pointer through', () => {
    const parent = new FakeElement('div')
    const layer = fake(svgLayer(parent as unknown as HTMLElement, 'markup'))
    expect([parent.children, layer.getAttribute('class'), layer.style['pointerEvents']]).toEqual([
      [layer],
      'markup',
      'none',
    ])
  })
})

describe('DragHandle', () => {
  const create = () => {
    const log: string[] = []
    const moves: DragPoint[] = []
    const handle = new DragHandle({
      shape: [svg('path')],
      actions: {
        start: () => log.push('start'),
        move: (point) => moves.push(point),
        end: (isConfirmed) => log.push(isConfirmed ? 'confirm' : 'revert'),
        step: (direction, shift) => log.push(`step ${direction}${shift ? ' shift' : ''}`),
      },
    })
    const element = fake(handle.element)
    new FakeElement('svg').append(element)
    const at = (clientX: number, clientY: number, more = {}) => ({ pointerId: 7, button: 0, clientX, clientY, ...more })
    return { handle, element, log, moves, at }
  }

  it('reports the position in the viewer and the way since the start', () => {
    const { element, log, moves, at } = create()
    expect(element.send('pointerdown', at(150, 90))).toEqual(['preventDefault', 'stopPropagation'])
    element.send('pointermove', at(160, 85, { shiftKey: true }))
    element.send('pointerup', at(160, 85))
    expect(moves).toEqual([{ x: 60, y: 35, byX: 10, byY: -5, shift: true }])
    expect(log).toEqual(['start', 'confirm'])
    expect(element.calls).toEqual(expect.arrayContaining(['capture 7', 'focus']))
  })

  it('reverts a drag that the browser or Escape cancels', () => {
    const { element, log, at } = create()
    element.send('pointerdown', at(0, 0))
    element.send('pointercancel', at(0, 0))
    element.send('pointerdown', at(0, 0))
    expect(element.send('keydown', { key: 'Escape' })).toEqual(['preventDefault', 'stopPropagation'])
    expect(element.calls).toContain('release 7')
    element.send('pointerup', at(0, 0))
    expect(log).toEqual(['start', 'revert', 'start', 'revert'])
    expect(element.send('keydown', { key: 'Escape' })).toEqual([])
  })

  it('ignores other buttons, other pointers and movements without a drag', () => {
    const { element, log, moves, at } = create()
    element.send('pointerdown', at(0, 0, { button: 2 }))
    element.send('pointermove', at(5, 5))
    element.send('pointerup', at(5, 5))
    element.send('pointerdown', at(0, 0))
    element.send('pointerdown', at(0, 0, { pointerId: 8 }))
    element.send('pointermove', at(5, 5, { pointerId: 8 }))
    element.send('pointerup', at(5, 5, { pointerId: 8 }))
    expect([log, moves]).toEqual([['start'], []])
  })

  it.each([
    ['ArrowUp', 1],
    ['ArrowRight', 1],
    ['ArrowDown', -1],
    ['ArrowLeft', -1],
  ])('moves a step with %s', (key, direction) => {
    const { element, log } = create()
    expect(element.send('keydown', { key })).toEqual(['preventDefault', 'stopPropagation'])
    element.send('keydown', { key, shiftKey: true })
    expect(log).toEqual([`step ${direction}`, `step ${direction} shift`])
  })

  it('leaves other keys to the viewer', () => {
    const { element, log } = create()
    expect([element.send('keydown', { key: 'f' }), log]).toEqual([[], []])
  })

  it('is a slider with a label and a value, at a position with a rotation', () => {
    const { handle, element } = create()
    handle.setLabel('Plane')
    handle.setValue(1.23456, '1.23 m')
    handle.setPosition({ x: 10, y: 20.06, rotationDegrees: 45 })
    expect(Object.fromEntries(element.attributes)).toMatchObject({
      role: 'slider',
      tabindex: '0',
      'aria-label': 'Plane',
      'aria-valuenow': '1.235',
      'aria-valuetext': '1.23 m',
      transform: 'translate(10.0 20.1) rotate(45.0)',
    })
    handle.setPosition(null)
    expect(element.style['display']).toBe('none')
    handle.setPosition({ x: 1, y: 2 })
    expect([element.style['display'], element.getAttribute('transform')]).toEqual([
      '',
      'translate(1.0 2.0) rotate(0.0)',
    ])
  })

  it('has a touch target that shows the focus', () => {
    const { element } = create()
    const [target] = element.children
    expect([target.name, target.getAttribute('r'), target.getAttribute('fill')]).toEqual([
      'circle',
      '22.0',
      'transparent',
    ])
    element.send('focus')
    expect(target.getAttribute('stroke-width')).toBe('3')
    element.send('blur')
    expect(target.getAttribute('stroke-width')).toBe('0')
  })
})
