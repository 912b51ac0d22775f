import { computeBoxCenter } from '@kamar/core/math'
import type { Viewer } from '@kamar/viewer'
import {
  Crosshair,
  Footprints,
  House,
  HousePlus,
  Layers,
  type LucideIcon,
  Plane,
  Rotate3d,
  SquareDashed,
} from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../platform/design/button.js'
import { classNames } from '../../../platform/design/class-names.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { Toggle } from '../../../platform/design/fields/toggle.js'
import { useShortcutText } from '../../../platform/commands/shortcuts.js'
import { formatElevation } from '../../kit/classes/storey-elevations.js'
import { PanelSection } from '../../kit/panel/panel-section.js'
import { Slot } from '../../kit/slot.js'
import type { NavigationControl } from './use-navigation.js'

interface NavigationPanelProps {
  readonly viewer: Viewer | null
  readonly navigation: NavigationControl
  /** Called when the user starts a mode that needs the canvas: on a phone the sheet closes. */
  readonly onStart: () => void
}

const modes = [
  { mode: 'walk', icon: Footprints, command: 'walk' },
  { mode: 'fly', icon: Plane, command: 'fly' },
  { mode: 'zoom-window', icon: SquareDashed, command: 'zoomWindow' },
] as const

/** Renders navigation modes, storeys as plans, the home view, and input settings. */
export function NavigationPanel(props: NavigationPanelProps) {
  const { t } = useTranslation()
  const shortcutText = useShortcutText()
  const { navigation } = props
  const { engine, prepare } = navigation
  useEffect(() => {
    if (!engine) prepare()
  })
  return (
    <div className="min-h-0 grow overflow-y-auto overscroll-contain">
      <PanelSection title={t('navigate.move')}>
        {modes.map(({ mode, icon, command }) => (
          <Row
            key={mode}
            icon={icon}
            shortcut={shortcutText(command)}
            isActive={navigation.mode === mode}
            onClick={() => {
              if (navigation.mode === mode) return navigation.stop()
              navigation.start(mode)
              props.onStart()
            }}
          >
            {t(`navigate.mode.${mode}`)}
          </Row>
        ))}
        <PivotRow viewer={props.viewer} />
      </PanelSection>
      <Storeys {...props} />
      <PanelSection title={t('navigate.home')}>
        <Row icon={HousePlus} onClick={() => engine?.setHome()}>
          {t('navigate.setHome')}
        </Row>
        {navigation.hasHome ? (
          <Row icon={House} onClick={() => engine?.setHome(null)}>
            {t('navigate.clearHome')}
          </Row>
        ) : null}
      </PanelSection>
      <Slot name="in:navigate" />
      <Preferences navigation={navigation} />
    </div>
  )
}

function Storeys({ viewer, navigation, onStart }: NavigationPanelProps) {
  const { t } = useTranslation()
  const { storeys, plan, engine } = navigation
  const origin = viewer?.model?.manifest.origin[2] ?? 0
  if (storeys.length === 0) return null
  const show = (element: number | null): void => {
    void engine?.showStorey(element).catch(() => notify(t('errors.unexpected'), { tone: 'problem' }))
  }
  return (
    <PanelSection title={t('navigate.storeys')}>
      {storeys.toReversed().map(({ element, name, floor }) => (
        <Row
          key={element}
          icon={Layers}
          isActive={plan === element}
          note={formatElevation(floor + origin)}
          onClick={() => {
            show(plan === element ? null : element)
            onStart()
          }}
        >
          {name || t('tree.unnamed')}
        </Row>
      ))}
    </PanelSection>
  )
}

function PivotRow({ viewer }: { viewer: Viewer | null }) {
  const { t } = useTranslation()
  const [isFixed, setFixed] = useState(() => viewer?.navigation.fixedPivot != null)
  const [selectedCount, setSelectedCount] = useState(viewer?.selection.size ?? 0)
  useEffect(() => viewer?.on('selectionChanged', ({ elements }) => setSelectedCount(elements.length)), [viewer])
  const toggle = (): void => {
    if (!viewer) return
    const box = isFixed ? null : viewer.model?.computeBounds(viewer.selection.elements)
    viewer.navigation.setFixedPivot(box ? computeBoxCenter(box) : null)
    setFixed(viewer.navigation.fixedPivot !== null)
  }
  return (
    <Row icon={Crosshair} isActive={isFixed} disabled={selectedCount === 0 && !isFixed} onClick={toggle}>
      {t('navigate.pivot')}
    </Row>
  )
}

function Preferences({ navigation }: Pick<NavigationPanelProps, 'navigation'>) {
  const { t } = useTranslation()
  const { engine, preferences, setPreferences, hasSpaceMouse } = navigation
  const connect = async (): Promise<void> => {
    if (hasSpaceMouse) return engine?.disconnectSpaceMouse()
    if (!(await engine?.connectSpaceMouse())) notify(t('navigate.noSpaceMouse'), { tone: 'information' })
  }
  return (
    <PanelSection title={t('navigate.preferences')}>
      <div className="px-3">
        <Toggle
          label={t('navigate.reverseZoom')}
          checked={preferences.reverseZoom}
          onChange={(reverseZoom) => setPreferences({ reverseZoom })}
        />
        <Toggle
          label={t('navigate.leftHanded')}
          checked={preferences.leftHanded}
          onChange={(leftHanded) => setPreferences({ leftHanded })}
        />
        {engine?.offersSpaceMouse ? (
          <Button size="small" className="my-2" icon={<Rotate3d />} onClick={() => void connect()}>
            {t(hasSpaceMouse ? 'navigate.disconnectSpaceMouse' : 'navigate.connectSpaceMouse')}
          </Button>
        ) : null}
      </div>
    </PanelSection>
  )
}

interface RowProps {
  readonly icon: LucideIcon
  readonly isActive?: boolean
  readonly disabled?: boolean
  readonly shortcut?: string | undefined
  readonly note?: string
  readonly onClick: () => void
  readonly children: ReactNode
}

function Row({ icon: Icon, isActive = false, disabled = false, shortcut, note, onClick, children }: RowProps) {
  return (
    <button
      type="button"
      aria-pressed={isActive}
      disabled={disabled}
      onClick={onClick}
      className={classNames(
        'flex min-h-10 w-full pointer-coarse:min-h-11 items-center gap-2.5 px-3 py-1.5 text-start text-14 hover:bg-sunken disabled:opacity-50',
        isActive && 'bg-accent-soft',
      )}
    >
      <Icon size={18} className={isActive ? 'text-accent' : 'text-muted'} />
      <span className="min-w-0 grow break-words">{children}</span>
      {shortcut ? <kbd className="font-sans text-12 text-muted [@media(hover:none)]:hidden">{shortcut}</kbd> : null}
      {note ? <span className="shrink-0 text-12 text-muted tabular-nums">{note}</span> : null}
    </button>
  )
}
