import type { Viewer } from '@kamar/viewer'
import { useRef } from 'react'
import { useMeasure, type MeasureControl } from '../tools/measure/use-measure.js'
import { useSection, type SectionControl } from '../tools/section/use-section.js'
import type { LeftPanel, Panels } from '../session/use-panels.js'

/** Tools with their own bar and panel. */
export type ViewToolName = 'section' | 'measure'

export interface ViewTools {
  readonly section: SectionControl
  readonly measure: MeasureControl
  readonly isOn: (name: ViewToolName) => boolean
  readonly toggle: (name: ViewToolName) => void
}

/** Provides section and measurement: one of them is on at a time; on wide screens its panel opens with it. */
export function useViewTools(
  viewer: Viewer | null,
  page: {
    readonly panels: Panels
    readonly isCompact: boolean
    readonly closeSheets: () => void
  },
): ViewTools {
  const section = useSection(viewer)
  const measure = useMeasure(viewer)
  const before = useRef<LeftPanel | null>(null)
  const { panels, isCompact } = page
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
    if (isCompact) {
      page.closeSheets()
      return panels.setLeft(null)
    }
    if (panels.left !== 'section' && panels.left !== 'measure') before.current = panels.left
    panels.setLeft(name)
  }
  return { section, measure, isOn, toggle }
}
