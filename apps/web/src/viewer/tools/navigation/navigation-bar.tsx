import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../platform/design/button.js'
import { ToolBarFrame } from '../../kit/tool-bar-frame.js'
import type { NavigationControl } from './use-navigation.js'

interface NavigationBarProps {
  readonly navigation: NavigationControl
  readonly isCompact: boolean
}

/**
 * Renders the instructions while walking, flying, zooming to a window or viewing a plan, and the button that ends the
 * mode.
 */
export function NavigationBar({ navigation, isCompact }: NavigationBarProps) {
  const { t } = useTranslation()
  const { mode, plan, engine, isChoosingStart } = navigation
  if (mode === null && plan !== null) return <PlanBar {...{ navigation, isCompact }} />
  if (mode === null) return null
  const kind = isChoosingStart ? 'start' : mode
  const hint = t(isCompact ? `navigate.touchHint.${kind}` : `navigate.hint.${kind}`)
  return (
    <ToolBarFrame
      label={t(`navigate.mode.${mode}`)}
      hint={hint}
      isCompact={isCompact}
      actions={
        <Button size="small" icon={<X />} onClick={() => engine && navigation.stop()}>
          {t('navigate.leave')}
        </Button>
      }
    >
      {(['walk', 'fly', 'zoom-window'] as const).map((kind) => (
        <Button
          key={kind}
          size="small"
          tone={mode === kind ? 'primary' : 'quiet'}
          aria-pressed={mode === kind}
          onClick={() => navigation.start(kind)}
        >
          {t(`navigate.mode.${kind}`)}
        </Button>
      ))}
    </ToolBarFrame>
  )
}

function PlanBar({ navigation, isCompact }: NavigationBarProps) {
  const { t } = useTranslation()
  const { storeys, plan, engine } = navigation
  const at = storeys.findIndex(({ element }) => element === plan)
  const show = (element: number | null): void => void engine?.showStorey(element).catch(() => null)
  const step = (by: number) => () => show(storeys[at + by]?.element ?? plan)
  return (
    <ToolBarFrame
      label={t('navigate.storeys')}
      hint={t('navigate.planHint')}
      isCompact={isCompact}
      actions={
        <Button size="small" icon={<X />} onClick={() => show(null)}>
          {t('navigate.leavePlan')}
        </Button>
      }
    >
      <IconButton side="top" label={t('navigate.storeyDown')} disabled={at <= 0} onClick={step(-1)}>
        <ChevronDown size={20} />
      </IconButton>
      <span className="min-w-16 truncate px-1 text-center text-14">
        {storeys[at] && (storeys[at].name || t('tree.unnamed'))}
      </span>
      <IconButton
        side="top"
        label={t('navigate.storeyUp')}
        disabled={at < 0 || at >= storeys.length - 1}
        onClick={step(1)}
      >
        <ChevronUp size={20} />
      </IconButton>
    </ToolBarFrame>
  )
}
