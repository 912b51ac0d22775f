import type { ModelTree } from '@kamar/package-format/read'
import type { Viewer } from '@kamar/viewer'
import { Axis3d, Box, List, MousePointerClick, ScanEye, SquareDashed, Triangle, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useShortcutText } from '../../../platform/commands/shortcuts.js'
import { IconButton } from '../../../platform/design/button.js'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../../platform/design/menu.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { formatElevation, useStoreyElevations } from '../../kit/classes/storey-elevations.js'
import { ToolBarFrame } from '../../kit/tool-bar-frame.js'
import { elementName } from '../../session/use-tree.js'
import { listStoreys } from './list-storeys.js'
import type { SectionControl } from './use-section.js'

/** Maximum number of planes that the renderer supports at once; a box takes six. */
const maxPlanes = 26

interface SectionBarProps {
  readonly section: SectionControl
  readonly viewer: Viewer | null
  readonly tree: ModelTree | null
  readonly hasSelection: boolean
  readonly isCompact: boolean
  readonly onList: () => void
  readonly onClose: () => void
}

/** Renders the kinds of sections above the toolbar while the section tool is on. */
export function SectionBar(props: SectionBarProps) {
  const { t } = useTranslation()
  const shortcutText = useShortcutText()
  const { section, isCompact, onList, onClose } = props
  const { picking, points, state } = section
  const isEmpty = state.planes.length === 0 && state.box === null
  const rest = isEmpty ? t('section.none') : t('section.drag')
  const hint = picking === 'face' ? t('section.pickFace') : t('section.pickPoint', { number: points + 1 })
  return (
    <ToolBarFrame
      label={t('section.tools')}
      hint={picking === null ? rest : hint}
      isCompact={isCompact}
      actions={
        <>
          <IconButton side="top" label={t('section.list')} onClick={onList}>
            <List size={20} />
          </IconButton>
          <IconButton side="top" label={t('closeTool')} shortcut={shortcutText('section')} onClick={onClose}>
            <X size={20} />
          </IconButton>
        </>
      }
    >
      <PlaneButtons section={section} />
      <BoxMenu {...props} />
      <ViewCutButton {...{ section, isCompact }} />
    </ToolBarFrame>
  )
}

function PlaneButtons({ section }: Pick<SectionBarProps, 'section'>) {
  const { t } = useTranslation()
  const { engine, picking, state } = section
  const withPlaneLimit = (action: () => void) => () => {
    if (state.planes.length >= maxPlanes) notify(t('section.tooMany'))
    else action()
  }
  return (
    <>
      {(['x', 'y', 'z'] as const).map((axis) => (
        <IconButton
          key={axis}
          side="top"
          label={t(`section.${axis}`)}
          onClick={withPlaneLimit(() => engine?.addAxis(axis))}
        >
          <span className="flex items-center text-13 font-semibold">
            <Axis3d />
            {axis.toUpperCase()}
          </span>
        </IconButton>
      ))}
      <IconButton
        side="top"
        label={t('section.face')}
        isActive={picking === 'face'}
        onClick={withPlaneLimit(() => section.start(picking === 'face' ? 'edit' : 'face'))}
      >
        <MousePointerClick size={20} />
      </IconButton>
      <IconButton
        side="top"
        label={t('section.points')}
        isActive={picking === 'points'}
        onClick={withPlaneLimit(() => section.start(picking === 'points' ? 'edit' : 'points'))}
      >
        <Triangle size={20} />
      </IconButton>
    </>
  )
}

/** Views the selected section, otherwise the last one. */
function ViewCutButton({ section, isCompact }: Pick<SectionBarProps, 'section' | 'isCompact'>) {
  const { t } = useTranslation()
  const { engine, selected, state } = section
  const last = state.planes.findLast(({ enabled }) => enabled)?.id ?? (state.box?.enabled === true ? 'box' : null)
  const id = selected ?? last
  // On a phone it takes a second row.
  if (isCompact && id === null) return null
  return (
    <IconButton
      side="top"
      label={t('section.look')}
      disabled={id === null}
      onClick={() => (id === null ? undefined : void engine?.lookAt(id))}
    >
      <ScanEye size={20} />
    </IconButton>
  )
}

function BoxMenu({ section, viewer, tree, hasSelection }: SectionBarProps) {
  const { t } = useTranslation()
  const { engine } = section
  const elevations = useStoreyElevations(viewer, tree)
  const storeys = listStoreys(tree, elevations)
  const formatNote = (name: string): string | undefined => {
    const elevation = elevations.get(name)
    return elevation === undefined ? undefined : formatElevation(elevation)
  }
  const put = (source: Parameters<NonNullable<typeof engine>['setBoxAround']>[0]) => (): void => {
    if (engine?.setBoxAround(source) === false) notify(t('section.empty'))
  }
  return (
    <Menu
      side="top"
      align="start"
      trigger={
        <IconButton label={t('section.box')} isActive={section.state.box !== null}>
          <Box size={20} />
        </IconButton>
      }
    >
      <MenuItem icon={<Box size={20} />} onSelect={put({ around: 'model' })}>
        {t('section.aroundModel')}
      </MenuItem>
      <MenuItem icon={<SquareDashed size={20} />} disabled={!hasSelection} onSelect={put({ around: 'selection' })}>
        {t('section.aroundSelection')}
      </MenuItem>
      {tree && storeys.length > 0 ? (
        <>
          <MenuSeparator />
          <MenuLabel>{t('section.aroundStorey')}</MenuLabel>
          {storeys.map((storey) => (
            <MenuItem
              key={storey}
              note={formatNote(tree.name(storey))}
              onSelect={put({ around: 'element', element: storey })}
            >
              {elementName(tree, storey)}
            </MenuItem>
          ))}
        </>
      ) : null}
    </Menu>
  )
}
