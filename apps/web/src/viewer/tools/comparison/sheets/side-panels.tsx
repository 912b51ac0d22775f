import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../kit/panel/panel.js'
import { clampPanel, type Panels } from '../../../session/layout/use-panels.js'

interface CompareSidePanelProps {
  readonly panels: Panels
  readonly isCompact: boolean
  readonly children: ReactNode
}

/** Renders the left panel in which versions are chosen and compared. */
export function CompareSidePanel({ panels, isCompact, children }: CompareSidePanelProps) {
  const { t } = useTranslation()
  return (
    <Panel
      title={t('compare.title')}
      side="left"
      width={panels.leftWidth}
      asSheet={isCompact}
      onWidth={panels.setLeftWidth}
      onClose={() => panels.setLeft(null)}
    >
      {children}
    </Panel>
  )
}

interface EntityPanelProps {
  readonly width: number
  readonly onWidth: (pixels: number) => void
  readonly onClose: () => void
  readonly isCompact: boolean
  readonly children: ReactNode
}

/** Renders the right panel that describes the selection of a drawing. */
export function EntityPanel({ width, onWidth, onClose, isCompact, children }: EntityPanelProps) {
  const { t } = useTranslation()
  return (
    <Panel
      title={t('sheets.entity')}
      side="right"
      width={width}
      asSheet={isCompact}
      onWidth={(pixels) => onWidth(clampPanel(pixels))}
      onClose={onClose}
    >
      {children}
    </Panel>
  )
}
