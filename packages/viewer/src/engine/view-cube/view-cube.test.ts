import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeElement } from '../../testing/fake-element.js'
import { getViewAngles, type Pose } from '../camera/pose.js'
import type { NamedView } from '../types.js'
import { defaultLabels } from '../viewer/viewer-labels.js'
import { ViewCube } from './view-cube.js'

beforeEach(() => {
  vi.stubGlobal('document', FakeElement.createDocument())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const createPose = (view: NamedView): Pose => ({
  ...getViewAngles(view, 0),
  eye: [0, 0, 0],
  distance: 1,
  projection: 'perspective',
  fieldOfViewDegrees: 50,
})

function createCube() {
  const log: string[] = []
  const parent = new FakeElement('div')
  const cube = new ViewCube(parent as unknown as HTMLElement, {
    labels: defaultLabels,
    theme: 'light',
    actions: {
      goTo: (view) => log.push(view),
      orbit: (azimuth, elevation) => log.push(`${azimuth.toFixed(4)} ${elevation.toFixed(4)}`),
    },
  })
  const [drawing, home] = (cube.element as unknown as FakeElement).children
  const paths = drawing.children.filter(({ name }) => name === 'path')
  const path = (label: string): FakeElement => {
    const match = paths.find((one) => one.getAttribute('aria-label') === label)
    if (match === undefined) throw new Error(`no region ${label}`)
    return match
  }
  const listDrawn = (): string[] =>
    paths.filter((one) => one.getAttribute('d') !== '').map((one) => one.getAttribute('aria-label') ?? '')
  return { cube, drawing, home, log, paths, path, listDrawn, parent }
}

describe('ViewCube', () => {
  it('shows the side that the camera faces, with the regions around it', () => {
    const { cube, listDrawn } = createCube()
    cube.update(createPose('front'))
    expect(listDrawn()).toHaveLength(9)
    expect(listDrawn()).toEqual(expect.arrayContaining(['Front', 'Top Front', 'Front Left', 'Bottom Front Right']))
    cube.update(createPose('top'))
    expect(listDrawn()).toHaveLength(9)
    expect(listDrawn()).toContain('Top Back Left')
    // From a corner, three sides are visible: 19 of 26 regions.
    cube.update(createPose('top-front-right'))
    expect(listDrawn()).toHaveLength(19)
    expect(listDrawn()).not.toContain('Bottom Back Left')
  })

  it('draws the facing side as a square in the middle', () => {
    const { cube, path } = createCube()
    cube.update(createPose('front'))
    const numbers = (path('Front').getAttribute('d') ?? '').match(/-?[\d.]+/g)?.map(Number) ?? []
    // 0.66 of half the edge of 0.29 × 96 pixels.
    expect(new Set(numbers.map(Math.abs))).toEqual(new Set([18.37]))
  })

  it('writes nothing for the same orientation', () => {
    const { cube, path } = createCube()
    cube.update(createPose('front'))
    const { calls } = path('Front')
    calls.length = 0
    cube.update({ ...createPose('front'), distance: 99 })
    expect(calls).toEqual([])
  })

  it('shows upright labels of the visible sides alone', () => {
    const { cube, drawing } = createCube()
    cube.update(createPose('front'))
    const texts = drawing.children.filter(({ name, textContent }) => name === 'text' && textContent !== '')
    const label = (name: string): FakeElement => texts.find(({ textContent }) => textContent === name) as FakeElement
    expect(texts.map(({ textContent }) => textContent).sort()).toEqual([
      'Back',
      'Bottom',
      'Front',
      'Left',
      'Right',
      'Top',
    ])
    expect([label('Front').style['display'], label('Back').style['display']]).toEqual(['', 'none'])
    expect(label('Front').getAttribute('transform')?.replaceAll('-0.0000', '0.0000').replaceAll('-0.00', '0.00')).toBe(
      'matrix(1.0000 0.0000 0.0000 1.0000 0.00 0.00)',
    )
    expect(Number(label('Bottom').getAttribute('font-size'))).toBe(10)
    expect(Number(label('Top').getAttribute('font-size'))).toBe(11)
  })

  it('goes to the view of a clicked region, and home', () => {
    const { log, path, home } = createCube()
    path('Top Front Right').send('click')
    path('Back').send('click')
    home.send('click')
    expect(log).toEqual(['top-front-right', 'back', 'home'])
  })

  it('is reachable by keyboard: six sides, Enter and Space', () => {
    const { log, paths, path, drawing } = createCube()
    expect(paths.filter((one) => one.getAttribute('tabindex') === '0')).toHaveLength(6)
    expect(path('Left').send('keydown', { key: 'Enter' })).toEqual(['preventDefault', 'stopPropagation'])
    path('Left').send('keydown', { key: ' ' })
    expect(path('Left').send('keydown', { key: 'f' })).toEqual([])
    expect(log).toEqual(['left', 'left'])
    const caption = drawing.children.at(-1) as FakeElement
    path('Left').send('focus')
    expect([caption.textContent, path('Left').getAttribute('stroke-width')]).toEqual(['Left', '2.5'])
    path('Left').send('blur')
    expect([caption.textContent, path('Left').getAttribute('stroke-width')]).toEqual(['', '0.75'])
  })

  it('orbits by a drag of at least four pixels, which is no click', () => {
    const { drawing, log, path } = createCube()
    drawing.send('pointerdown', { clientX: 10, clientY: 10 })
    drawing.send('pointermove', { clientX: 13, clientY: 10, buttons: 1, pointerId: 3 })
    expect(log).toEqual([])
    path('Front').send('click')
    drawing.send('pointermove', { clientX: 34, clientY: 22, buttons: 1, pointerId: 3 })
    drawing.send('pointermove', { clientX: 35, clientY: 22, buttons: 1, pointerId: 3 })
    path('Front').send('click')
    drawing.send('pointermove', { clientX: 90, clientY: 90, buttons: 0, pointerId: 3 })
    expect(log).toEqual([
      'front',
      // 96 pixels turn by half a circle.
      `${(Math.PI / 4).toFixed(4)} ${(-Math.PI / 8).toFixed(4)}`,
      `${(Math.PI / 96).toFixed(4)} 0.0000`,
    ])
    drawing.send('pointerdown', { clientX: 0, clientY: 0 })
    path('Front').send('click')
    expect(log.at(-1)).toBe('front')
  })

  it('changes its colours with the theme and under the pointer', () => {
    const { cube, path } = createCube()
    const fill = (): string | null => path('Front').getAttribute('fill')
    expect(fill()).toBe('#FFFFFF')
    expect(path('Top Front').getAttribute('fill')).not.toBe(fill())
    path('Front').send('pointerenter')
    expect(fill()).toBe('#F6E4DC')
    path('Front').send('pointerleave')
    cube.setTheme('dark')
    expect(fill()).toBe('#2A3035')
  })

  it('translates its labels, and leaves the page', () => {
    const { cube, path, parent, home } = createCube()
    cube.setLabels({ ...defaultLabels, front: 'Vorne', top: 'Oben', home: 'Start', viewCube: 'Würfel' })
    expect(path('Oben Vorne')).toBeDefined()
    expect([home.title, parent.children[0].getAttribute('aria-label')]).toEqual(['Start', 'Würfel'])
    cube.dispose()
    expect(parent.children[0].calls).toContain('remove')
  })
})
