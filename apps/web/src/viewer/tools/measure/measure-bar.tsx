import type { MeasureKind } from '@kamar/viewer'
import {
  Box,
  Check,
  CircleDashed,
  Crosshair,
  List,
  MapPin,
  MoveHorizontal,
  Pentagon,
  Ruler,
  SquareDashed,
  TrendingUp,
  TriangleRight,
  UnfoldHorizontal,
  Waypoints,
  X,
} from 'lucide-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useShortcutText } from '../../../platform/commands/shortcuts.js'
import { Button, IconButton } from '../../../platform/design/button.js'
import { Menu, MenuChoice } from '../../../platform/design/menu.js'
import { KindMenu } from '../../kit/kind-menu.js'
import { ToolBarFrame } from '../../kit/tool-bar-frame.js'
import { unitChoices, type MeasureControl } from './use-measure.js'

/** Kinds of measurement. */
export const measureKinds = [
  { kind: 'distance', icon: Ruler },
  { kind: 'clearance', icon: UnfoldHorizontal },
  { kind: 'chain', icon: Waypoints },
  { kind: 'perpendicular', icon: MoveHorizontal },
  { kind: 'point', icon: MapPin },
  { kind: 'angle', icon: TriangleRight },
  { kind: 'slope', icon: TrendingUp },
  { kind: 'area', icon: Pentagon },
  { kind: 'face', icon: SquareDashed },
  { kind: 'volume', icon: Box },
  { kind: 'radius', icon: CircleDashed },
] as const satisfies readonly { readonly kind: MeasureKind; readonly icon: typeof Box }[]

interface MeasureBarProps {
  readonly measure: MeasureControl
  readonly isCompact: boolean
  readonly onList: () => void
  readonly onClose: () => void
}

/** Renders the kinds of measurement above the toolbar while the measuring tool is on. */
export function MeasureBar({ measure, isCompact, onList, onClose }: MeasureBarProps) {
  const { t } = useTranslation()
  const shortcutText = useShortcutText()
  const { engine, points } = measure
  const kind = measure.kind ?? 'distance'
  const hint = getHint(t, kind, points)
  const canFinish = (kind === 'chain' && points > 1) || (kind === 'area' && points > 2)
  return (
    <ToolBarFrame
      label={t('measure.tools')}
      hint={isCompact ? `${hint} · ${t('measure.touchHint')}` : hint}
      isCompact={isCompact}
      actions={
        <>
          {canFinish ? (
            <Button size="small" tone="primary" icon={<Check />} onClick={() => engine?.finish()}>
              {t('measure.finish')}
            </Button>
          ) : null}
          {points > 0 ? (
            <Button size="small" onClick={() => engine?.cancel()}>
              {t('measure.cancel')}
            </Button>
          ) : null}
          <IconButton side="top" label={t('measure.list')} onClick={onList}>
            <List size={20} />
          </IconButton>
          <IconButton side="top" label={t('closeTool')} shortcut={shortcutText('measure')} onClick={onClose}>
            <X size={20} />
          </IconButton>
        </>
      }
    >
      <Kinds {...{ measure, isCompact }} />
      <UnitMenu measure={measure} />
    </ToolBarFrame>
  )
}

/** Returns what to do next: a distance and an angle say which point is missing, elements which one. */
function getHint(t: TFunction, kind: MeasureKind, points: number): string {
  if (kind === 'distance' && points === 1) return t('measure.nextPoint.second')
  if (kind === 'clearance' && points > 0)
    return t(points === 1 ? 'measure.nextPoint.element' : 'measure.nextPoint.calculating')
  if (kind === 'angle' && points > 0) return t(points === 1 ? 'measure.nextPoint.vertex' : 'measure.nextPoint.third')
  return t(`measure.hint.${kind}`)
}

function Kinds({ measure, isCompact }: Pick<MeasureBarProps, 'measure' | 'isCompact'>) {
  const { t } = useTranslation()
  const getKindName = (kind: MeasureKind): string => t(`measure.kind.${kind}`)
  if (isCompact) {
    const value = measure.kind ?? 'distance'
    return (
      <KindMenu
        label={t('measure.tools')}
        kinds={measureKinds}
        onChoose={measure.start}
        {...{ value, getName: getKindName }}
      />
    )
  }
  return measureKinds.map(({ kind, icon: Icon }) => (
    <IconButton
      key={kind}
      side="top"
      label={getKindName(kind)}
      isActive={measure.kind === kind}
      onClick={() => measure.start(kind)}
    >
      <Icon size={20} />
    </IconButton>
  ))
}

function UnitMenu({ measure }: { readonly measure: MeasureControl }) {
  const { t } = useTranslation()
  return (
    <Menu
      side="top"
      trigger={
        <button
          type="button"
          aria-label={t('measure.unit')}
          className="inline-flex h-9 shrink-0 items-center justify-center gap-1 rounded-control px-2 text-13 font-medium text-muted hover:bg-sunken hover:text-text pointer-coarse:min-h-11 pointer-coarse:min-w-11"
        >
          <Crosshair />
          {measure.engine?.unit ?? ''}
        </button>
      }
    >
      <MenuChoice
        label={t('measure.unit')}
        value={measure.unit}
        choices={unitChoices.map((unit) => ({ value: unit, label: t(`measure.units.${unit}`) }))}
        onChoose={measure.setUnit}
      />
    </Menu>
  )
}
