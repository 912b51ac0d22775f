import type { Viewer } from '@kamar/viewer'
import { useEffect, useRef } from 'react'
import { useMeasure, type MeasureControl } from './measure/use-measure.js'
import { useSection, type SectionControl } from './section/use-section.js'
import type { LeftPanel, Panels } from './use-panels.js'

/** Tools with a bar and a panel of their own. */
export type ViewToolName = 'section' | 'measure'

export interface ViewTools {
  readonly section: SectionControl
  readonly measure: MeasureControl
  readonly isOn: (name: ViewToolName) => boolean
  readonly toggle: (name: ViewToolName) => void
}

/** Letters that switch tools on and off, by the place of the key. */
const keyOfTool: Readonly<Record<string, ViewToolName>> = { KeyX: 'section', KeyM: 'measure' }

/** Section and measuring: one of them is on at a time; where there is room its panel stands open with it. */
export function useViewTools(
  viewer: Viewer | null,
  page: {
    readonly panels: Panels
    readonly isPhone: boolean
    readonly keys: boolean
    readonly closeSheets: () => void
  },
): ViewTools {
  const section = useSection(viewer)
  const measure = useMeasure(viewer)
  const before = useRef<LeftPanel | null>(null)
  const { panels, isPhone } = page
  const controls = { section, measure }
  const isOn = (name: ViewToolName): boolean => controls[name].isActive
  const close = (name: ViewToolName): void => {
    controls[name].stop()
    if (panels.left === name) panels.setLeft(before.current)
  }
  const toggle = (name: ViewToolName): void => {
    if (isOn(name)) return close(name)
    controls[name === 'section' ? 'measure' : 'section'].stop()
    controls[name].start()
    if (isPhone) {
      page.closeSheets()
      return panels.setLeft(null)
    }
    if (panels.left !== 'section' && panels.left !== 'measure') before.current = panels.left
    panels.setLeft(name)
  }
  useToolKeys(viewer, page.keys ? toggle : null)
  return { section, measure, isOn, toggle }
}

const isTyped = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null

/** The page's keys for tools, and for taking back what they did; fields keep theirs. */
function useToolKeys(viewer: Viewer | null, toggle: ((name: ViewToolName) => void) | null): void {
  const newest = useRef(toggle)
  useEffect(() => {
    newest.current = toggle
  })
  useEffect(() => {
    if (!viewer) return undefined
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || isTyped(event.target)) return
      const isControl = event.ctrlKey || event.metaKey
      if (isControl) return takeBack(viewer, event)
      const name = keyOfTool[event.code]
      if (name === undefined || event.shiftKey || newest.current === null) return
      event.preventDefault()
      newest.current(name)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [viewer])
}

function takeBack({ history }: Viewer, event: KeyboardEvent): void {
  const isRedo = event.code === 'KeyY' || (event.code === 'KeyZ' && event.shiftKey)
  const isDone = isRedo ? history.redo() : event.code === 'KeyZ' && history.undo()
  if (isDone) event.preventDefault()
}
