import type { MarkupTool } from '@kamar/viewer'
import {
  Circle,
  Cloud,
  Highlighter,
  Minus,
  MousePointer2,
  MoveUpRight,
  PenLine,
  Redo2,
  Square,
  Stamp,
  Trash2,
  Type,
  Undo2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../platform/design/button.js'
import { classNames } from '../../../platform/design/class-names.js'
import { Menu, MenuChoice, MenuItem } from '../../../platform/design/menu.js'
import { Toolbar } from '../../../platform/design/toolbar.js'
import { KindMenu } from '../kind-menu.js'
import type { MarkupBarControl } from './markup-tool-state.js'

const tools = [
  { tool: 'select', icon: MousePointer2, key: 'V' },
  { tool: 'pen', icon: PenLine, key: 'P' },
  { tool: 'highlighter', icon: Highlighter, key: 'M' },
  { tool: 'line', icon: Minus, key: 'L' },
  { tool: 'arrow', icon: MoveUpRight, key: 'A' },
  { tool: 'cloud', icon: Cloud, key: 'C' },
  { tool: 'rectangle', icon: Square, key: 'R' },
  { tool: 'ellipse', icon: Circle, key: 'E' },
  { tool: 'text', icon: Type, key: 'T' },
] as const satisfies readonly { tool: MarkupTool; icon: typeof Square; key: string }[]

/** A stamp is chosen by its text, in a menu of its own. */
const compactTools = tools.map(({ tool, icon: toolIcon }) => ({ kind: tool as MarkupTool, icon: toolIcon }))

const colors = ['#d92d20', '#e69f00', '#1f7a4d', '#2f6fde', '#7a3ea8', '#1e2326', '#ffffff'] as const
const widths = { thin: '0.004', medium: '0.008', thick: '0.016' } as const
const stamps = ['approved', 'rejected', 'revise', 'checked', 'urgent'] as const

interface MarkupBarProps {
  readonly markup: MarkupBarControl
  readonly isCompact: boolean
  readonly className: string
  /** What becomes of the drawing: rendered after the tools. */
  readonly children: ReactNode
}

/** Renders the tools, the style and the steps of a drawing on a model, a sheet or a photo. */
export function MarkupBar({ markup, isCompact, className, children }: MarkupBarProps) {
  const { t } = useTranslation()
  return (
    <Toolbar
      label={t('markup.title')}
      className={classNames('flex flex-wrap items-center justify-center gap-1 border-line bg-surface p-1', className)}
    >
      <Tools {...{ markup, isCompact }} />
      <Separator />
      <StylePicker markup={markup} />
      <Separator />
      <Steps markup={markup} />
      {children}
    </Toolbar>
  )
}

function Separator() {
  return <span aria-hidden="true" className="mx-0.5 h-6 w-px shrink-0 bg-line" />
}

function Tools({ markup, isCompact }: Pick<MarkupBarProps, 'markup' | 'isCompact'>) {
  const { t } = useTranslation()
  const { engine } = markup
  const choose = (tool: MarkupTool): void => {
    if (engine) takeUp(engine, tool)
  }
  return (
    <>
      {isCompact ? (
        <KindMenu
          label={t('markup.title')}
          kinds={compactTools}
          value={markup.tool}
          getName={(tool) => t(`markup.tool.${tool}`)}
          onChoose={choose}
        />
      ) : null}
      {(isCompact ? [] : tools).map(({ tool, icon: Icon, key }) => (
        <IconButton
          key={tool}
          side="top"
          label={t(`markup.tool.${tool}`)}
          shortcut={key}
          isActive={markup.tool === tool}
          onClick={() => choose(tool)}
        >
          <Icon size={20} />
        </IconButton>
      ))}
      <Menu
        side="top"
        align="start"
        trigger={
          <IconButton label={t('markup.tool.stamp')} shortcut="S" isActive={markup.tool === 'stamp'}>
            <Stamp size={20} />
          </IconButton>
        }
      >
        {stamps.map((stamp) => (
          <MenuItem
            key={stamp}
            onSelect={() => {
              engine?.setStyle({ stamp: t(`markup.stamp.${stamp}`) })
              choose('stamp')
            }}
          >
            {t(`markup.stamp.${stamp}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

function takeUp(engine: NonNullable<MarkupBarControl['engine']>, tool: MarkupTool): void {
  engine.tool = tool
}

function StylePicker({ markup }: Pick<MarkupBarProps, 'markup'>) {
  const { t } = useTranslation()
  const { engine, style } = markup
  return (
    <>
      <Menu
        side="top"
        trigger={
          <IconButton label={t('markup.color')}>
            <Swatch color={style.color} />
          </IconButton>
        }
      >
        <MenuChoice
          label={t('markup.color')}
          value={style.color}
          onChoose={(color) => engine?.setStyle({ color })}
          choices={colors.map((color) => ({
            value: color as string,
            label: t(`markup.colors.${color.slice(1)}` as 'markup.colors.d92d20'),
            icon: <Swatch color={color} />,
          }))}
        />
      </Menu>
      <Menu
        side="top"
        trigger={
          <IconButton label={t('markup.width')}>
            <WidthSample width={style.width} />
          </IconButton>
        }
      >
        <MenuChoice
          label={t('markup.width')}
          value={String(style.width)}
          onChoose={(width) => engine?.setStyle({ width: Number(width) })}
          choices={Object.entries(widths).map(([name, value]) => ({
            value: value as string,
            label: t(`markup.widths.${name as keyof typeof widths}`),
            icon: <WidthSample width={Number(value)} />,
          }))}
        />
      </Menu>
    </>
  )
}

function Swatch({ color }: { color: string }) {
  return (
    <span aria-hidden="true" className="block size-5 rounded-full border border-edge" style={{ background: color }} />
  )
}

const pixelsPerWidth = 450

function WidthSample({ width }: { width: number }) {
  return (
    <span aria-hidden="true" className="flex size-5 items-center">
      <span className="block w-full rounded-full bg-text" style={{ height: Math.max(1.5, width * pixelsPerWidth) }} />
    </span>
  )
}

function Steps({ markup }: Pick<MarkupBarProps, 'markup'>) {
  const { t } = useTranslation()
  const { engine } = markup
  return (
    <>
      <IconButton
        side="top"
        label={t('markup.undo')}
        shortcut="Ctrl Z"
        disabled={!markup.canUndo}
        onClick={() => engine?.undo()}
      >
        <Undo2 size={20} />
      </IconButton>
      <IconButton
        side="top"
        label={t('markup.redo')}
        shortcut="Ctrl Y"
        disabled={!markup.canRedo}
        onClick={() => engine?.redo()}
      >
        <Redo2 size={20} />
      </IconButton>
      <IconButton
        side="top"
        label={t('markup.delete')}
        shortcut="Del"
        disabled={markup.selected === 0}
        onClick={() => engine?.deleteSelection()}
      >
        <Trash2 size={20} />
      </IconButton>
    </>
  )
}
